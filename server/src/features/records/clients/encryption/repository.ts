import { CLIENT_FIELDS, ENCRYPTED_FIELDS, SECRET_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import type { Database } from '#platform/database/database.ts';

/** The wrapped key of a client, in a query from `clients`. */
export const KEY_SELECT = '(select k.wrapped_key from client_keys k where k.id = clients.id) as wrapped_key';

/** The select list of a `EncryptedRow` except its id, in a query from `clients`. */
export const ENCRYPTED_SELECT = `sealed, ${KEY_SELECT}`;

/** The wrapped keys of these clients, by id; deleted clients have none. */
export async function findKeys(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.arrays<[number, string]>(
    `select id, wrapped_key from client_keys where id = any($1::bigint[])
     union all select id, wrapped_key from merged_clients where id = any($1)`,
    [ids],
    'client_keys',
  );
  return new Map(rows);
}

/** Keys of clients that have none, in the transaction that locks or creates them. */
export function insertKeys(db: Database, keys: readonly { id: number; wrapped: string }[]): Promise<void> {
  return db.send(
    'insert into client_keys (id, wrapped_key) select * from unnest($1::bigint[], $2::text[])',
    [keys.map(({ id }) => id), keys.map(({ wrapped }) => wrapped)],
    'new_client_keys',
  );
}

/**
 * Locks some clients whose fields are still in columns, after an id; skips rows that another transaction has
 * locked.
 */
export async function lockUnencrypted(db: Database, after: number, limit: number): Promise<number[]> {
  const rows = await db.arrays<[number]>(
    'select id from clients where sealed is null and id > $1 order by id limit $2 for update skip locked',
    [after, limit],
  );
  return rows.map(([id]) => id);
}

const SECRET_COLUMNS = SECRET_FIELDS.map(({ name }) => `"${name}"`);
const STORED = [
  ...CLIENT_FIELDS.map(({ name, kind }) => (kind === 'secret' ? `"${name}_last4"` : `"${name}"`)),
  ...SECRET_COLUMNS,
].join(', ');

/**
 * A client whose fields are in columns: `cells` as selected by CELL_SELECT, `secrets` as the ciphertexts of
 * SECRET_FIELDS.
 */
export interface UnencryptedRow {
  id: number;
  wrapped_key: string | null;
  cells: unknown[];
  secrets: (string | null)[];
}

/** Of clients that are locked. */
export async function findUnencrypted(db: Database, ids: readonly number[]): Promise<UnencryptedRow[]> {
  const rows = await db.arrays<[number, null, string | null, ...unknown[]]>(
    `select id, ${ENCRYPTED_SELECT}, ${STORED} from clients where id = any($1::bigint[]) and sealed is null order by id`,
    [ids],
  );
  return rows.map(([id, , wrapped_key, ...stored]) => ({
    id,
    wrapped_key,
    cells: stored.slice(0, CLIENT_FIELDS.length),
    secrets: stored.slice(CLIENT_FIELDS.length).map((text) => (typeof text === 'string' ? text : null)),
  }));
}

export interface EncryptedClient {
  id: number;
  sealed: string;
  /** The names of the non-empty encrypted fields. */
  filled: string;
  text: string;
  secrets: (string | null)[];
}

const EMPTIED = ENCRYPTED_FIELDS.map(({ name }) => `"${name}" = null`).join(', ');

/** Writes the encrypted fields and empties the columns. `updated_at` stays, as no value changed. */
export async function writeEncrypted(db: Database, rows: readonly EncryptedClient[]): Promise<void> {
  const sets = SECRET_COLUMNS.map((column) => `${column} = v.${column}`).join(', ');
  const types = SECRET_COLUMNS.map((_, position) => `$${position + 5}::text[]`).join(', ');
  await db.query(
    `update clients c set sealed = v.sealed, filled_encrypted = v.filled, ledger_text = v.text, ${EMPTIED}, ${sets}
       from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], ${types}) as v (id, sealed, filled, text, ${SECRET_COLUMNS.join(', ')})
      where c.id = v.id`,
    [
      rows.map(({ id }) => id),
      rows.map(({ sealed }) => sealed),
      rows.map(({ filled }) => filled),
      rows.map(({ text }) => text),
      ...SECRET_COLUMNS.map((_, position) => rows.map(({ secrets }) => secrets[position] ?? null)),
    ],
  );
}
