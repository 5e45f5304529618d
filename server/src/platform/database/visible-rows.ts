import type { ScopedTable } from './access-scope.ts';
import type { Database } from './database.ts';

/** The rows among these that exist and are visible in the current access scope. */
export async function visibleIdsOf(
  db: Database,
  table: ScopedTable,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(`select id from ${table} where id = any($1::bigint[])`, [ids]);
  return rows.map(({ id }) => id);
}
