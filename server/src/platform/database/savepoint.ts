import type { Database } from './database.ts';

/** Runs work that may fail on its own, without losing the transaction around it; what it threw, else null. */
export async function inSavepoint(db: Database, work: () => Promise<void>): Promise<unknown> {
  await db.query('savepoint own_step');
  try {
    await work();
    await db.query('release savepoint own_step');
    return null;
  } catch (error) {
    await db.query('rollback to savepoint own_step');
    return error;
  }
}
