import type { ImportFinding } from '@ledgerline/contract/imports/endpoints';
import type { RowFilter } from '@ledgerline/contract/lists';
import { findMerged } from '#features/records/clients/service.ts';
import type { Database } from '#platform/database/database.ts';
import { type ImportRecord, type StoredImportRow, UNCONFIRMED } from './repository.ts';

/** The latest imports; `agentId` null lists every agent's. */
export function listImports(db: Database, agentId: number | null): Promise<ImportRecord[]> {
  return db.query(
    `select * from imports where $1::bigint is null or agent_id = $1 order by id desc limit 100`,
    [agentId],
  );
}

/** A fixed text for each filter: no caller input enters the SQL. */
function filterCondition(filter: RowFilter): string {
  if (filter === 'all') return 'true';
  if (filter === 'warning') return `findings @> '[{"level":"warning"}]'`;
  if (filter === 'unconfirmed') return UNCONFIRMED;
  if (filter === 'kept') return `revert = 'kept'`;
  return `coalesce(outcome, plan) = '${filter}'`;
}

export async function findRowPage(
  db: Database,
  page: { import_id: number; filter: RowFilter; limit: number; offset: number },
): Promise<{ rows: StoredImportRow[]; total: number }> {
  const where = `import_id = $1 and is_data and ${filterCondition(page.filter)}`;
  const [count] = await db.arrays(`select count(*) from import_rows where ${where}`, [page.import_id]);
  const rows = await db.query<StoredImportRow>(
    `select * from import_rows where ${where} order by row_number limit $2 offset $3`,
    [page.import_id, page.limit, page.offset],
  );
  return { rows, total: Number(count?.[0] ?? 0) };
}

/** Findings by number of rows. */
export function countFindings(db: Database, importId: number): Promise<(ImportFinding & { rows: number })[]> {
  return db.query(
    `select f.value ->> 'level' as level, f.value ->> 'field' as field, f.value ->> 'message' as message,
            count(distinct r.id) as rows
       from import_rows r cross join jsonb_array_elements(r.findings) as f
      where r.import_id = $1 and r.is_data
      group by 1, 2, 3 order by 4 desc, 3 limit 50`,
    [importId],
  );
}

/** Names for the clients that rows matched or became. */
export async function clientNames(db: Database, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.arrays(
    `select id, concat_ws(' ', client_first_name, client_last_name) from clients where id = any($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map(([id, name]) => [Number(id), String(name)]));
}

/** Rows about clients that were merged since the check, which are about the remaining ones now. */
export async function withRemaining(db: Database, rows: StoredImportRow[]): Promise<StoredImportRow[]> {
  const named = rows.flatMap(({ match_id, matches }) => [match_id, ...matches.map((one) => one.client_id)]);
  const merged = await findMerged(
    db,
    named.filter((id) => id !== null),
  );
  if (merged.size === 0) return rows;
  const remaining = (id: number | null) => (id === null ? null : (merged.get(id) ?? id));
  return rows.map((row) => {
    const matches = row.matches.map((one) => ({ ...one, client_id: remaining(one.client_id) }));
    const isFirst = ({ client_id }: (typeof matches)[number], at: number) =>
      client_id === null || matches.findIndex((one) => one.client_id === client_id) === at;
    return { ...row, match_id: remaining(row.match_id), matches: matches.filter(isFirst) };
  });
}

/** Whether a client changed since an instant, so that the plans of a dry run may be stale. */
export async function clientsChangedSince(db: Database, since: Date): Promise<boolean> {
  const rows = await db.arrays('select 1 from clients where updated_at >= $1 limit 1', [since]);
  return rows.length > 0;
}

/** Imports whose job stopped with its server: no heartbeat since an instant. */
export function findStalled(db: Database, since: Date): Promise<Pick<ImportRecord, 'id' | 'state'>[]> {
  return db.query(
    `select id, state from imports where state in ('checking', 'running', 'reverting') and progressed_at < $1 order by id`,
    [since],
  );
}

/** Imports that still hold cells and have not been touched since an instant. */
export function findAbandoned(db: Database, since: Date): Promise<ImportRecord[]> {
  return db.query(
    `select * from imports where state in ('uploaded', 'checked', 'failed') and progressed_at < $1 order by id`,
    [since],
  );
}
