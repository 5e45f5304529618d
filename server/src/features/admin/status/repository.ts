import type { Database } from '#platform/database/database.ts';

/** Whether the database responds, and how fast. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.arrays('select 1');
}
