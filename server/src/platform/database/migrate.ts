import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { StartupError } from '../startup-error.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');
/** Any fixed number: every server that starts waits for the one that migrates. */
const ADVISORY_LOCK = 7_301_955;

/** Brings the database to the newest shape, one server at a time. */
export async function migrateDatabase(url: string, migrationsFolder = MIGRATIONS): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message || String(error) : String(error);
    throw new StartupError(`The database cannot be reached: ${reason}. Check DATABASE_URL.`);
  }
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder, migrationsSchema: 'public' });
  } finally {
    await client.end();
  }
}

interface Journal {
  entries: unknown[];
}

async function readJournal(folder: string): Promise<Journal> {
  return JSON.parse(await readFile(path.join(folder, 'meta/_journal.json'), 'utf8'));
}

/** How many migrations this version of the product has. */
export async function countKnownMigrations(): Promise<number> {
  return (await readJournal(MIGRATIONS)).entries.length;
}

/** Brings an empty database to the shape it had after the first `count` migrations. */
export async function migrateDatabaseTo(url: string, count: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-migrations-'));
  try {
    await cp(MIGRATIONS, folder, { recursive: true });
    const journal = await readJournal(folder);
    const first = { ...journal, entries: journal.entries.slice(0, count) };
    await writeFile(path.join(folder, 'meta/_journal.json'), JSON.stringify(first));
    await migrateDatabase(url, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
