import { createHash } from 'node:crypto';

/** The encoding of new links. Links of earlier ones keep theirs. */
export const VERSION = 1;
/** Before the first link. */
export const GENESIS = Buffer.alloc(32);

/**
 * What of a row is hashed, as SQL over `audit_events e`: every column, each as text, in this order for ever; null where the
 * row has none. Two are left out: `old_cipher`, which a rotation of the keys writes anew and which its own cipher proves
 * (it opens for its client and field only), and nothing else; moments are microseconds since 1970, whatever the session's time zone.
 */
const COLUMNS_OF: Readonly<Record<number, readonly string[]>> = {
  1: [
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
  ],
};

/** A row as it is hashed: its columns as text. */
export type SealedRow = readonly (string | null)[];

/** The select list whose columns make up a row of an encoding. */
export function columnsOf(version: number): string {
  const columns = COLUMNS_OF[version];
  if (!columns) throw new Error(`no encoding of the audit trail has the number ${version}`);
  return columns.join(', ');
}

/** Whether this version of the product knows an encoding. */
export const knowsVersion = (version: number): boolean => version in COLUMNS_OF;

/** The columns of a row that its order and its name are read from. */
export const idOf = (row: SealedRow): number => Number(row[0]);
export const momentOf = (row: SealedRow): Date => new Date(Math.floor(Number(row[1]) / 1000));
export const transactionOf = (row: SealedRow): bigint => BigInt(row[14] ?? 0);

/**
 * The hash of a link: SHA-256 of `ledgerline audit <version>`, its position, the hash of the link before it in hex, and the
 * row as JSON (ECMAScript’s own text of an array of texts and nulls), a line each.
 */
export function linkHash(version: number, position: number, previous: Buffer, row: SealedRow): Buffer {
  return createHash('sha256')
    .update(`ledgerline audit ${version}\n${position}\n${previous.toString('hex')}\n${JSON.stringify(row)}\n`)
    .digest();
}
