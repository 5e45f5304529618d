import type { SeenTable } from './access-scope.ts';
import type { Database } from './database.ts';

/** Those of these rows that are seen with the sight at hand, and are there. */
export async function seenOf(db: Database, table: SeenTable, ids: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(`select id from ${table} where id = any($1::bigint[])`, [ids]);
  return rows.map(({ id }) => id);
}
