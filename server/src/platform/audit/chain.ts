import { createHash } from 'node:crypto';

/**
 * The encoding of new links. Earlier links keep theirs: those of version 1 do not cover the time they were added to the chain.
 */
export const VERSION = 2;
/** The hash before the first link. */
export const GENESIS = Buffer.alloc(32);

/**
 * The parts of a row that are hashed, as SQL over `audit_events e`: every column as text, in this fixed order; null where the row
 * has none. Only `old_cipher` is left out: a key rotation rewrites it, and its own cipher authenticates it (it decrypts for its
 * client and field only). Times are microseconds since 1970, whatever the session's time zone.
 */
const COLUMNS: readonly string[] = [
  'e.id::text',
  '(extract(epoch from e.at) * 1000000)::bigint::text',
  'e.actor_kind',
  'e.actor_id::text',
  'e.actor_name',
  'e.address',
  'e.action',
  'e.entity',
  'e.entity_id::text',
  'e.field',
  'e.old_value::text',
  'e.new_value::text',
  'e.operation',
  'e.request_id',
  'e.written_in::text',
];
/** The encodings that this version of the product can verify; all of them encode a row by the same columns. */
const KNOWN_VERSIONS: readonly number[] = [1, VERSION];

/** A row in its hashed form: its columns as text. */
export type ChainRow = readonly (string | null)[];

/** The select list whose columns make up a row. */
export const ROW_COLUMNS = COLUMNS.join(', ');

/** Whether this version of the product knows an encoding. */
export const knowsVersion = (version: number): boolean => KNOWN_VERSIONS.includes(version);

/** The columns of a row that hold its id and its name. */
export const idOf = (row: ChainRow): number => Number(row[0]);
export const momentOf = (row: ChainRow): Date => new Date(Math.floor(Number(row[1]) / 1000));
export const transactionOf = (row: ChainRow): bigint => BigInt(row[14] ?? 0);

/** What a link covers besides the previous hash: the encoding, its position, when it was added to the chain, and its row. */
export interface LinkContent {
  version: number;
  position: number;
  /** Null in links of version 1, which did not record it. */
  sealed_at: Date | null;
  row: ChainRow;
}

/**
 * The hash of a link: SHA-256 of these lines: `ledgerline audit <version>`, its position, the hash of the previous link in hex,
 * since version 2 the time it was added to the chain (ISO 8601, UTC, milliseconds), and the row as JSON (as `JSON.stringify`
 * prints an array of texts and nulls).
 */
export function linkHash({ version, position, sealed_at, row }: LinkContent, previous: Buffer): Buffer {
  const moment = version === 1 ? '' : `${sealed_at?.toISOString()}\n`;
  return createHash('sha256')
    .update(
      `ledgerline audit ${version}\n${position}\n${previous.toString('hex')}\n${moment}${JSON.stringify(row)}\n`,
    )
    .digest();
}
