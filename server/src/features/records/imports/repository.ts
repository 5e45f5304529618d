import type {
  ColumnMapping,
  DuplicateChoice,
  Import,
  ImportFinding,
  ImportRow,
  ImportState,
  MatchKey,
  RowOutcome,
} from '@ledgerline/contract/imports/endpoints';
import type { Database } from '#platform/database/database.ts';

export interface ImportRecord {
  id: number;
  agent_id: number | null;
  agent_name: string;
  file_name: string;
  state: ImportState;
  headers: string[];
  mapping: ColumnMapping;
  match: MatchKey[];
  duplicates: DuplicateChoice;
  row_count: number;
  done_count: number;
  total_count: number;
  counts: Import['counts'];
  error: string | null;
  created_at: Date;
  checked_at: Date | null;
  finished_at: Date | null;
}

export interface StoredImportRow {
  id: number;
  row_number: number;
  cells: string | null;
  findings: ImportFinding[];
  matches: Omit<ImportRow['matches'][number], 'name'>[];
  plan: RowOutcome | null;
  match_id: number | null;
  match_row: number | null;
  outcome: RowOutcome | null;
  client_id: number | null;
  revert: 'reverted' | 'kept' | null;
}

export const IMPORT_SELECT =
  'id, agent_id, agent_name, file_name, state, headers, mapping, match, duplicates, row_count, done_count, total_count, counts, error, created_at, checked_at, finished_at';
export const ROW_SELECT =
  'id, row_number, cells, findings, matches, plan, match_id, match_row, outcome, client_id, revert';

const NO_COUNTS: Import['counts'] = {
  created: 0,
  updated: 0,
  skipped: 0,
  refused: 0,
  warnings: 0,
  reverted: 0,
  kept: 0,
};

export async function insertImport(
  db: Database,
  made: Pick<
    ImportRecord,
    'agent_id' | 'agent_name' | 'file_name' | 'headers' | 'mapping' | 'match' | 'row_count'
  >,
  now: Date,
): Promise<ImportRecord> {
  const [row] = await db.query<ImportRecord>(
    `insert into imports (agent_id, agent_name, file_name, state, headers, mapping, match, duplicates, row_count, counts,
                          created_at, progressed_at)
     values ($1, $2, $3, 'uploaded', $4::jsonb, $5::jsonb, $6::jsonb, 'skip', $7, $8::jsonb, $9, $9)
     returning ${IMPORT_SELECT}`,
    [
      made.agent_id,
      made.agent_name,
      made.file_name,
      JSON.stringify(made.headers),
      JSON.stringify(made.mapping),
      JSON.stringify(made.match),
      made.row_count,
      JSON.stringify(NO_COUNTS),
      now,
    ],
  );
  if (!row) throw new Error('the import was not inserted');
  return row;
}

export async function nextRowIds(db: Database, count: number): Promise<number[]> {
  const rows = await db.arrays(
    `select nextval(pg_get_serial_sequence('import_rows', 'id')) from generate_series(1, $1)`,
    [count],
  );
  return rows.map(([id]) => Number(id));
}

export async function insertRows(
  db: Database,
  importId: number,
  rows: { id: number; row_number: number; cells: string }[],
): Promise<void> {
  await db.query(
    `insert into import_rows (import_id, id, row_number, cells)
     select $1, v.* from unnest($2::bigint[], $3::int[], $4::text[]) as v`,
    [importId, rows.map((row) => row.id), rows.map((row) => row.row_number), rows.map((row) => row.cells)],
  );
}

export async function findImport(db: Database, id: number): Promise<ImportRecord | undefined> {
  const [row] = await db.query<ImportRecord>(`select ${IMPORT_SELECT} from imports where id = $1`, [id]);
  return row;
}

/** Holds the import until the transaction ends: two jobs on one import take turns. */
export async function lockImport(db: Database, id: number): Promise<ImportRecord | undefined> {
  const [row] = await db.query<ImportRecord>(
    `select ${IMPORT_SELECT} from imports where id = $1 for update`,
    [id],
  );
  return row;
}

type Changes = Partial<
  Pick<
    ImportRecord,
    | 'state'
    | 'mapping'
    | 'match'
    | 'duplicates'
    | 'done_count'
    | 'total_count'
    | 'error'
    | 'checked_at'
    | 'finished_at'
  >
>;
const JSON_COLUMNS = ['mapping', 'match'];

/** Sets columns and the sign of life; the names come from the type, never from a caller's text. */
export async function changeImport(db: Database, id: number, changes: Changes, now: Date): Promise<void> {
  const entries = Object.entries(changes);
  const sets = entries.map(([name], position) => `, "${name}" = $${position + 3}`).join('');
  await db.query(`update imports set progressed_at = $2${sets} where id = $1`, [
    id,
    now,
    ...entries.map(([name, value]) => (JSON_COLUMNS.includes(name) ? JSON.stringify(value) : value)),
  ]);
}

/** Counts the rows anew by what became of them, or will. */
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
         'kept', count(*) filter (where revert = 'kept'))
         from import_rows where import_id = $1)
      where id = $1 returning counts`,
    [id],
  );
  return row?.counts ?? NO_COUNTS;
}

export async function deleteImport(db: Database, id: number): Promise<void> {
  await db.query('delete from imports where id = $1', [id]);
}

/** Rows in file order after a row number. */
export function rowsAfter(
  db: Database,
  importId: number,
  after: number,
  limit: number,
): Promise<StoredImportRow[]> {
  return db.query(
    `select ${ROW_SELECT} from import_rows where import_id = $1 and row_number > $2 order by row_number limit $3`,
    [importId, after, limit],
  );
}

/** The next rows that a run has not decided yet. */
export function undoneRows(db: Database, importId: number, limit: number): Promise<StoredImportRow[]> {
  return db.query(
    `select ${ROW_SELECT} from import_rows where import_id = $1 and outcome is null order by row_number limit $2`,
    [importId, limit],
  );
}

/** The last rows whose change is not taken back yet: a revert goes backwards. */
export function unrevertedRows(db: Database, importId: number, limit: number): Promise<StoredImportRow[]> {
  return db.query(
    `select ${ROW_SELECT} from import_rows
      where import_id = $1 and outcome in ('created', 'updated') and revert is null
      order by row_number desc limit $2`,
    [importId, limit],
  );
}

export type PlannedRow = Pick<
  StoredImportRow,
  'id' | 'findings' | 'matches' | 'plan' | 'match_id' | 'match_row'
>;

export async function savePlans(db: Database, rows: PlannedRow[]): Promise<void> {
  await db.query(
    `update import_rows r
        set findings = v.findings::jsonb, matches = v.matches::jsonb, plan = v.plan, match_id = v.match_id,
            match_row = v.match_row
       from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::int[])
            as v (id, findings, matches, plan, match_id, match_row)
      where r.id = v.id`,
    [
      rows.map((row) => row.id),
      rows.map((row) => JSON.stringify(row.findings)),
      rows.map((row) => JSON.stringify(row.matches)),
      rows.map((row) => row.plan),
      rows.map((row) => row.match_id),
      rows.map((row) => row.match_row),
    ],
  );
}

export type DoneRow = Pick<StoredImportRow, 'id' | 'findings' | 'outcome' | 'client_id'>;

/** Stores what became of rows and removes their cells, secrets included. */
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

/** Ends the rows that a stopped run never came to: skipped, with the reason, cells removed. */
export async function giveUpUndone(db: Database, importId: number, reason: ImportFinding): Promise<void> {
  await db.query(
    `update import_rows set outcome = 'skipped', cells = null, findings = findings || $2::jsonb
      where import_id = $1 and outcome is null`,
    [importId, JSON.stringify([reason])],
  );
}

/** The clients of rows that are done, by row number. */
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
