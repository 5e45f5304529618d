import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { StartupError } from '../startup-error.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');
/** Any fixed number: every server that starts waits for the one that migrates. */
const ADVISORY_LOCK = 7_301_955;

/** Brings the database to the newest shape, one server at a time. */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message || String(error) : String(error);
    throw new StartupError(`The database cannot be reached: ${reason}. Check DATABASE_URL.`);
  }
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS, migrationsSchema: 'public' });
  } finally {
    await client.end();
  }
}
