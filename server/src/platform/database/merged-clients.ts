import type { Database } from './database.ts';

/** The client that each of these was merged into, if the agent can see it (decision 126). */
export async function findMergedInto(db: Database, id: number): Promise<number | null> {
  const [row] = await db.arrays<[number]>('select into_id from merged_clients where id = $1', [id]);
  return row ? Number(row[0]) : null;
}
