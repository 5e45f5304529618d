import { createHash } from 'node:crypto';

/**
 * The encoding of new links. Links of earlier ones keep theirs: those of version 1 do not bind the moment at which they were
 * added to the chain.
 */
export const VERSION = 2;
/** Before the first link. */
export const GENESIS = Buffer.alloc(32);

/**
 * What of a row is hashed, as SQL over `audit_events e`: every column, each as text, in this order for ever; null where the
 * row has none. Two are left out: `old_cipher`, which a rotation of the keys writes anew and which its own cipher proves
 * (it opens for its client and field only), and nothing else; moments are microseconds since 1970, whatever the session's time zone.
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
/** The encodings that this version of the product can check; all of them encode a row by the same columns. */
const KNOWN_VERSIONS: readonly number[] = [1, VERSION];

/** A row as it is hashed: its columns as text. */
export type ChainRow = readonly (string | null)[];

/** The select list whose columns make up a row. */
export const ROW_COLUMNS = COLUMNS.join(', ');

/** Whether this version of the product knows an encoding. */
export const knowsVersion = (version: number): boolean => KNOWN_VERSIONS.includes(version);

/** The columns of a row that its order and its name are read from. */
export const idOf = (row: ChainRow): number => Number(row[0]);
export const momentOf = (row: ChainRow): Date => new Date(Math.floor(Number(row[1]) / 1000));
export const transactionOf = (row: ChainRow): bigint => BigInt(row[14] ?? 0);

/** What a link says beside its hash: the encoding, its position, when it was added to the chain, and its row. */
export interface LinkContent {
  version: number;
  position: number;
  /** Null in links of version 1, which did not record it. */
  sealed_at: Date | null;
  row: ChainRow;
}

/**
 * The hash of a link: SHA-256 of `ledgerline audit <version>`, its position, the hash of the link before it in hex, since
 * version 2 the moment at which it was added to the chain (ISO 8601, UTC, milliseconds), and the row as JSON (ECMAScript’s
 * own text of an array of texts and nulls), a line each.
 */
export function linkHash({ version, position, sealed_at, row }: LinkContent, previous: Buffer): Buffer {
  const moment = version === 1 ? '' : `${sealed_at?.toISOString()}\n`;
  return createHash('sha256')
    .update(
      `ledgerline audit ${version}\n${position}\n${previous.toString('hex')}\n${moment}${JSON.stringify(row)}\n`,
    )
    .digest();
}
