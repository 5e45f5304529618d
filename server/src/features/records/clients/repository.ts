import { type CatalogField, CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import type { Database } from '#platform/database/database.ts';
import { first } from '#platform/database/rows.ts';
import { STALE_LEDGER_TEXT } from './cached-text.ts';
import { ENCRYPTED_SELECT, KEY_SELECT } from './encryption/repository.ts';
import { CELL_SELECT } from './presenter.ts';

/** A stored column and its value, ready to write. */
export interface StoredCell {
  column: string;
  /** PostgreSQL's type of the column. */
  type: 'text' | 'date' | 'bigint' | 'numeric';
  value: string | number | null;
}

export interface StoredRow {
  id: number;
  cells: StoredCell[];
}

export function columnType(field: CatalogField): StoredCell['type'] {
  if (field.kind === 'date') return 'date';
  if (field.kind === 'money' || field.kind === 'agent') return 'bigint';
  return field.kind === 'percent' ? 'numeric' : 'text';
}

const RECORD_SELECT = `id, created_at, updated_at, ${CELL_SELECT}`;

export function findRecord(db: Database, id: number): Promise<unknown[] | undefined> {
  return first(db.arrays(`select ${RECORD_SELECT} from clients where id = $1`, [id], 'find_client'));
}

/** A client as read: its dates, its encrypted fields, its wrapped key, and its text or its cells. */
export type StoredClient = [
  id: number,
  created_at: Date,
  updated_at: Date,
  sealed: string | null,
  wrapped_key: string | null,
  ...unknown[],
];

/** A locked client with its cached text. */
interface LockedText {
  id: number;
  updated_at: Date;
  is_sealed: boolean;
  /** Null if it was not requested. */
  sealed: string | null;
  wrapped_key: string | null;
  ledger_text: string | null;
}

/**
 * Locks rows in id order and reads their cached texts. The ciphertext, which PostgreSQL stores outside the row, only on
 * request.
 */
export function lockTexts(db: Database, ids: number[], withEncrypted: boolean): Promise<LockedText[]> {
  return db.query(
    `select id, updated_at, sealed is not null as is_sealed, ${withEncrypted ? 'sealed' : 'null as sealed'},
            ${KEY_SELECT}, ledger_text
       from clients where id = any($1::bigint[]) order by id for update`,
    [ids],
    withEncrypted ? 'lock_clients' : 'lock_clients_plain',
  );
}

export function findRecords(db: Database, ids: number[]): Promise<StoredClient[]> {
  return db.arrays<StoredClient>(
    `select ${RECORD_SELECT} from clients where id = any($1::bigint[]) order by id`,
    [ids],
  );
}

export async function nextIds(db: Database, count: number): Promise<number[]> {
  const rows = await db.arrays(
    `select nextval(pg_get_serial_sequence('public.clients', 'id')) from generate_series(1, $1)`,
    [count],
  );
  return rows.map(([id]) => Number(id));
}

/**
 * Writes rows that set the same columns in one statement; rows with other columns go into statements of their
 * own.
 */
export async function updateRows(db: Database, rows: StoredRow[], now: Date): Promise<void> {
  for (const group of groupByColumns(rows)) {
    const columns = group[0]?.cells ?? [];
    const names = columns.map(({ column }) => `"${column}"`);
    const sets = names.map((name) => `${name} = v.${name}`).join(', ');
    const text = `update clients c set ${sets}, updated_at = $1
         from unnest($2::bigint[], ${arrayTypes(columns, 3)}) as v (id, ${names.join(', ')})
        where c.id = v.id`;
    const values = [now, group.map((row) => row.id), ...columnArrays(group, columns)];
    await db.send(text, values, statementName(columns));
  }
}

/**
 * Single cells are saved most often, so that statement stays prepared: one for each column that is changed
 * alone.
 */
function statementName(columns: StoredCell[]): string {
  const [own, ...more] = columns.map(({ column }) => column).filter((column) => column !== 'ledger_text');
  return more.length === 0 ? `save_${own}` : '';
}

/** Inserts rows of any shape in one statement: a column that a row does not set gets the table's default. */
export async function insertRows(
  db: Database,
  rows: StoredRow[],
  created: { by: number | null; at: Date },
): Promise<void> {
  const columns = [...new Map(rows.flatMap((row) => row.cells.map((cell) => [cell.column, cell]))).values()];
  const names = columns.map(({ column }) => `, "${column}"`).join('');
  const types = columns.length > 0 ? `, ${arrayTypes(columns, 4)}` : '';
  const values = rows.map((row) => new Map(row.cells.map(({ column, value }) => [column, value])));
  await db.query(
    `insert into clients (created_by, created_at, updated_at, id${names})
     select $1, $2, $2, v.* from unnest($3::bigint[]${types}) as v`,
    [
      created.by,
      created.at,
      rows.map((row) => row.id),
      ...columns.map(({ column }) => values.map((row) => row.get(column) ?? DEFAULTS.get(column) ?? null)),
    ],
  );
}

/** Columns that are never null (schema.ts). */
const DEFAULTS = new Map<string, string>([
  ['status', 'new'],
  ...CLIENT_FIELDS.filter((field) => field.kind === 'richtext').map((field): [string, string] => [
    field.name,
    '',
  ]),
]);

function arrayTypes(columns: StoredCell[], firstParameter: number): string {
  return columns.map(({ type }, position) => `$${firstParameter + position}::${type}[]`).join(', ');
}

function columnArrays(rows: StoredRow[], columns: StoredCell[]): unknown[][] {
  return columns.map((_, position) => rows.map((row) => row.cells[position]?.value ?? null));
}

function groupByColumns(rows: StoredRow[]): StoredRow[][] {
  const groups = new Map<string, StoredRow[]>();
  for (const row of rows) {
    const sorted = { id: row.id, cells: [...row.cells].sort((a, b) => (a.column < b.column ? -1 : 1)) };
    const key = sorted.cells.map(({ column }) => column).join(',');
    const group = groups.get(key);
    if (group) group.push(sorted);
    else groups.set(key, [sorted]);
  }
  return [...groups.values()];
}

/**
 * Deletes clients and, by the foreign key, their keys; the list that identifies them in an older backup
 * remains.
 */
export async function deleteRows(db: Database, ids: number[], at: Date): Promise<void> {
  await db.query(
    `with former as (select id, created_at from merged_clients where into_id = any($1::bigint[])),
          gone as (delete from clients where id = any($1) returning id, created_at)
     insert into deleted_clients (id, created_at, deleted_at)
     select id, created_at, $2 from (select * from gone union all select * from former) as everyone`,
    [ids, at],
  );
}

/** Deleted clients after an id, or those with the given ids. */
export function findDeleted(
  db: Database,
  { after = 0, ids = null, limit }: { after?: number; ids?: readonly number[] | null; limit: number },
): Promise<{ id: number; created_at: Date; deleted_at: Date }[]> {
  return db.query(
    `select id, created_at, deleted_at from deleted_clients
      where id > $1 and ($2::bigint[] is null or id = any($2)) order by id limit $3`,
    [after, ids, limit],
  );
}

/**
 * The ciphertext of secrets of some clients, and the key of each: `[{id, wrapped_key, column: encrypted}]`.
 */
export function findEncrypted(
  db: Database,
  ids: number[],
  fields: readonly CatalogField[],
): Promise<({ id: number; wrapped_key: string | null } & Record<string, string | null>)[]> {
  const columns = fields.map((field) => `"${field.name}"`).join(', ');
  return db.query(`select id, ${ENCRYPTED_SELECT}, ${columns} from clients where id = any($1::bigint[])`, [
    ids,
  ]);
}

/** Encrypted rows whose ledger text or list of filled fields must be rebuilt: id, updated_at and every field, in id order. */
export function findStaleTexts(
  db: Database,
  after: number,
  limit: number,
): Promise<[id: number, updated_at: Date, ...unknown[]][]> {
  return db.arrays(
    `select id, updated_at, ${CELL_SELECT} from clients
      where id > $1 and sealed is not null and (filled_encrypted is null or ${STALE_LEDGER_TEXT}) order by id limit $2`,
    [after, limit],
  );
}

/** Whether the job still has to list the filled encrypted fields of a client. */
export async function hasUnlisted(db: Database): Promise<boolean> {
  const [row] = await db.arrays<[boolean]>(
    `select exists (select from clients where filled_encrypted is null)
         or exists (select from clients where sealed is null)`,
    [],
    'has_unlisted_clients',
  );
  return row?.[0] ?? false;
}

/** Stores texts and lists if the row has not changed since; returns how many have a text. */
export async function writeTexts(
  db: Database,
  texts: { id: number; updated_at: Date; text: string | null; filled: string }[],
): Promise<number> {
  const written = await db.arrays(
    `update clients c set ledger_text = v.text, filled_encrypted = v.filled
       from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::text[]) as v (id, updated_at, text, filled)
      where c.id = v.id and date_trunc('milliseconds', c.updated_at) = v.updated_at returning c.ledger_text`,
    [
      texts.map(({ id }) => id),
      texts.map((row) => row.updated_at),
      texts.map(({ text }) => text),
      texts.map(({ filled }) => filled),
    ],
  );
  return written.filter(([text]) => text !== null).length;
}

/** Replaces many deltas by their sums. Skips rows that a concurrent fold has locked, so it never waits. */
export async function foldCounts(db: Database): Promise<void> {
  await db.query(
    `with taken as (select id from client_count_deltas order by id limit 20000 for update skip locked),
          gone as (delete from client_count_deltas d using taken t where d.id = t.id returning d.*)
     insert into client_count_deltas (status, owner_agent_id, delta)
     select status, owner_agent_id, sum(delta) from gone group by 1, 2 having sum(delta) <> 0`,
  );
}
