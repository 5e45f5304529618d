import type { Database } from '#platform/database/database.ts';

/** Whether the database answers, and how soon. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.arrays('select 1');
}
