import type { Import, ImportFinding } from '@ledgerline/contract/imports/endpoints';
import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { NO_COUNTS } from './rules.ts';
import { type importRows, imports } from './schema.ts';

export type ImportRecord = typeof imports.$inferSelect;
export type StoredImportRow = typeof importRows.$inferSelect;

export function insertImport(
  db: Database,
  input: Pick<
    ImportRecord,
    | 'agent_id'
    | 'kind'
    | 'agent_name'
    | 'file_name'
    | 'headers'
    | 'sheets'
    | 'sheet'
    | 'header_row'
    | 'name_column'
    | 'mapping'
    | 'match'
    | 'duplicates'
    | 'date_proofs'
    | 'row_count'
  >,
  now: Date,
): Promise<ImportRecord> {
  const fresh = { state: 'uploaded', counts: NO_COUNTS } as const;
  const row = { ...input, ...fresh, created_at: now, progressed_at: now };
  return stored(db.orm.insert(imports).values(row).returning());
}

export async function nextRowIds(db: Database, count: number): Promise<number[]> {
  const rows = await db.arrays(
    `select nextval(pg_get_serial_sequence('public.import_rows', 'id')) from generate_series(1, $1)`,
    [count],
  );
  return rows.map(([id]) => Number(id));
}

export async function insertRows(
  db: Database,
  importId: number,
  rows: { id: number; sheet: number; row_number: number; is_data: boolean; cells: string }[],
): Promise<void> {
  await db.query(
    `insert into import_rows (import_id, id, sheet, row_number, is_data, cells)
     select $1, v.* from unnest($2::bigint[], $3::int[], $4::int[], $5::boolean[], $6::text[]) as v`,
    [
      importId,
      rows.map((row) => row.id),
      rows.map((row) => row.sheet),
      rows.map((row) => row.row_number),
      rows.map((row) => row.is_data),
      rows.map((row) => row.cells),
    ],
  );
}

export function findImport(db: Database, id: number): Promise<ImportRecord | undefined> {
  return first(db.orm.select().from(imports).where(eq(imports.id, id)));
}

/** Locks the import until the transaction ends, so that two jobs on one import take turns. */
export function lockImport(db: Database, id: number): Promise<ImportRecord | undefined> {
  return first(db.orm.select().from(imports).where(eq(imports.id, id)).for('update'));
}

/** Sets columns and the heartbeat. */
export async function changeImport(
  db: Database,
  id: number,
  changes: Partial<Omit<ImportRecord, 'id' | 'progressed_at'>>,
  now: Date,
): Promise<void> {
  await db.orm
    .update(imports)
    .set({ ...changes, progressed_at: now })
    .where(eq(imports.id, id));
}

/** Rows of a dry run whose update waits for a confirmation. */
export const UNCONFIRMED = `outcome is null and not confirmed and to_confirm <> '[]'`;

/** Counts the rows again by their outcome or plan. */
export async function refreshCounts(db: Database, id: number): Promise<Import['counts']> {
  const [row] = await db.query<{ counts: Import['counts'] }>(
    `update imports set counts = (
       select jsonb_build_object(
         'created', count(*) filter (where coalesce(outcome, plan) = 'created'),
         'updated', count(*) filter (where coalesce(outcome, plan) = 'updated'),
         'skipped', count(*) filter (where coalesce(outcome, plan) = 'skipped'),
         'refused', count(*) filter (where coalesce(outcome, plan) = 'refused'),
         'warnings', count(*) filter (where findings @> '[{"level":"warning"}]'),
         'reverted', count(*) filter (where revert = 'reverted'),
         'kept', count(*) filter (where revert = 'kept'),
         'unconfirmed', count(*) filter (where ${UNCONFIRMED}))
         from import_rows where import_id = $1 and is_data)
      where id = $1 returning counts`,
    [id],
  );
  return row?.counts ?? NO_COUNTS;
}

export async function deleteImport(db: Database, id: number): Promise<void> {
  await db.query('delete from imports where id = $1', [id]);
}

/**
 * Rows in file order after a row number for a dry run to plan, without those of clients who were deleted
 * since.
 */
export function openRowsAfter(
  db: Database,
  importId: number,
  after: number,
  limit: number,
): Promise<StoredImportRow[]> {
  return db.query(
    `select * from import_rows
      where import_id = $1 and is_data and outcome is null and row_number > $2 order by row_number limit $3`,
    [importId, after, limit],
  );
}

/** Rows in file order after a row number. */
export function rowsAfter(
  db: Database,
  importId: number,
  after: number,
  limit: number,
): Promise<StoredImportRow[]> {
  return db.query(
    `select * from import_rows where import_id = $1 and is_data and row_number > $2 order by row_number limit $3`,
    [importId, after, limit],
  );
}

/** Rows of a sheet after a row number, titles and column names included. */
export function sheetRowsAfter(
  db: Database,
  { id, sheet }: Pick<ImportRecord, 'id' | 'sheet'>,
  after: number,
  limit: number,
): Promise<StoredImportRow[]> {
  return db.query(
    `select * from import_rows
      where import_id = $1 and sheet = $2 and row_number > $3 order by row_number limit $4`,
    [id, sheet, after, limit],
  );
}

/**
 * Selects the rows of a sheet below its column names for import and resets their plans. Returns their number.
 */
export async function chooseRows(
  db: Database,
  importId: number,
  { sheet, header_row }: Pick<ImportRecord, 'sheet' | 'header_row'>,
): Promise<number> {
  const [row] = await db.arrays(
    `with chosen as (
       update import_rows
          set is_data = (sheet = $2 and row_number > $3), plan = null, findings = '[]', matches = '[]', match_id = null,
              match_row = null, to_confirm = '[]', confirmed = false
        where import_id = $1 returning is_data)
     select count(*) filter (where is_data) from chosen`,
    [importId, sheet, header_row],
  );
  return Number(row?.[0] ?? 0);
}

/** Removes what is not imported once the run starts: titles, column names and other sheets. */
export async function removeOtherRows(db: Database, importId: number): Promise<void> {
  await db.query('delete from import_rows where import_id = $1 and not is_data', [importId]);
}

/** The next rows that a run has not decided yet. */
export function undoneRows(db: Database, importId: number, limit: number): Promise<StoredImportRow[]> {
  return db.query(
    `select * from import_rows where import_id = $1 and is_data and outcome is null order by row_number limit $2`,
    [importId, limit],
  );
}

/** The last rows whose change is not reverted yet: a revert goes backwards. */
export function unrevertedRows(db: Database, importId: number, limit: number): Promise<StoredImportRow[]> {
  return db.query(
    `select * from import_rows
      where import_id = $1 and outcome in ('created', 'updated') and revert is null
      order by row_number desc limit $2`,
    [importId, limit],
  );
}

export type PlannedRow = Pick<
  StoredImportRow,
  'id' | 'findings' | 'matches' | 'plan' | 'match_id' | 'match_row' | 'to_confirm' | 'confirmed'
>;

export async function savePlans(db: Database, rows: PlannedRow[]): Promise<void> {
  await db.query(
    `update import_rows r
        set findings = v.findings::jsonb, matches = v.matches::jsonb, plan = v.plan, match_id = v.match_id,
            match_row = v.match_row, to_confirm = v.to_confirm::jsonb, confirmed = v.confirmed
       from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::int[], $7::text[], $8::boolean[])
            as v (id, findings, matches, plan, match_id, match_row, to_confirm, confirmed)
      where r.id = v.id`,
    [
      rows.map((row) => row.id),
      rows.map((row) => JSON.stringify(row.findings)),
      rows.map((row) => JSON.stringify(row.matches)),
      rows.map((row) => row.plan),
      rows.map((row) => row.match_id),
      rows.map((row) => row.match_row),
      rows.map((row) => JSON.stringify(row.to_confirm)),
      rows.map((row) => row.confirmed),
    ],
  );
}

/** Confirms one row's update, or withdraws the confirmation; false if the row needs none. */
export async function confirmRow(
  db: Database,
  importId: number,
  row: { row_number: number; confirmed: boolean },
): Promise<boolean> {
  const rows = await db.arrays(
    `update import_rows set confirmed = $3, plan = case when $3 then 'updated' else 'skipped' end
      where import_id = $1 and is_data and row_number = $2 and to_confirm <> '[]' returning id`,
    [importId, row.row_number, row.confirmed],
  );
  return rows.length > 0;
}

export type DoneRow = Pick<StoredImportRow, 'id' | 'findings' | 'outcome' | 'client_id'>;

/** Stores the outcome of rows and removes their cells, secrets included. */
export async function saveOutcomes(db: Database, rows: DoneRow[]): Promise<void> {
  await db.query(
    `update import_rows r set cells = null, findings = v.findings::jsonb, outcome = v.outcome, client_id = v.client_id
       from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[]) as v (id, findings, outcome, client_id)
      where r.id = v.id`,
    [
      rows.map((row) => row.id),
      rows.map((row) => JSON.stringify(row.findings)),
      rows.map((row) => row.outcome),
      rows.map((row) => row.client_id),
    ],
  );
}

export type RevertedRow = Pick<StoredImportRow, 'id' | 'findings' | 'revert'>;

export async function saveReverts(db: Database, rows: RevertedRow[]): Promise<void> {
  await db.query(
    `update import_rows r set findings = v.findings::jsonb, revert = v.revert
       from unnest($1::bigint[], $2::text[], $3::text[]) as v (id, findings, revert)
      where r.id = v.id`,
    [
      rows.map((row) => row.id),
      rows.map((row) => JSON.stringify(row.findings)),
      rows.map((row) => row.revert),
    ],
  );
}

/** Closes the rows that a stopped run never reached: skipped, with the reason, cells removed. */
export async function skipUndone(db: Database, importId: number, reason: ImportFinding): Promise<void> {
  await db.query(
    `update import_rows set outcome = 'skipped', cells = null, findings = findings || $2::jsonb
      where import_id = $1 and outcome is null`,
    [importId, JSON.stringify([reason])],
  );
}

/** The clients of finished rows, by row number. */
export async function clientsOfRows(
  db: Database,
  importId: number,
  rowNumbers: number[],
): Promise<Map<number, number>> {
  const rows = await db.arrays(
    `select row_number, client_id from import_rows
      where import_id = $1 and row_number = any($2::int[]) and client_id is not null`,
    [importId, rowNumbers],
  );
  return new Map(rows.map(([row, client]) => [Number(row), Number(client)]));
}
