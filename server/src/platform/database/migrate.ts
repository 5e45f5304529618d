import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyScratch, writeScratch } from '@ledgerline/host/scratch';
import { StartupError } from '@ledgerline/host/startup-error';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { ACCESS_SCOPE_SCHEMA, accessScopeViewsSql } from './access-scope.ts';
import { openSession } from './session.ts';
import { LIMITS, type Limits } from './work.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');
const LOCKED_MESSAGE =
  'The database could not be migrated for half an hour because something locks it: another starting server, a backup, or an open transaction. Let it finish, or end it, and start again.';
/** Any fixed number: every starting server waits for the one that migrates. */
const ADVISORY_LOCK = 7_301_955;

/** Migrates the database to the newest schema, one server at a time. */
export async function migrateDatabase(
  url: string,
  { folder = MIGRATIONS, limits = LIMITS.migration }: { folder?: string; limits?: Limits } = {},
): Promise<void> {
  const client = await openSession(url, 'ledgerline migrations', limits);
  try {
    await migrateInOne(client, folder);
  } finally {
    await client.end();
  }
}

/**
 * Runs all new migrations in one transaction, like the library's own migrator, and takes the lock in the same one: it is released
 * with the transaction however that ends, and through a pooler it cannot remain in a session that another client uses next.
 */
async function migrateInOne(client: pg.Client, migrationsFolder: string): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder });
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    await client.query(
      `create table if not exists public.__drizzle_migrations
         (id serial primary key, hash text not null, created_at bigint)`,
    );
    const { rows } = await client.query<{ last: string | null }>(
      'select max(created_at) as last from public.__drizzle_migrations',
    );
    const last = Number(rows[0]?.last ?? 0);
    const isNewest = migrationsFolder === MIGRATIONS;
    const isScopeCurrent = isNewest && (await hasAccessScope(client, known));
    // Views would block changes to the columns of their tables.
    if (!isScopeCurrent) await client.query(`drop schema if exists ${ACCESS_SCOPE_SCHEMA} cascade`);
    for (const { sql, hash, folderMillis } of known) {
      if (folderMillis <= last) continue;
      for (const statement of sql) await client.query(statement);
      await client.query('insert into public.__drizzle_migrations (hash, created_at) values ($1, $2)', [
        hash,
        folderMillis,
      ]);
    }
    if (isNewest && !isScopeCurrent) {
      await client.query(accessScopeViewsSql());
      await client.query(`comment on schema ${ACCESS_SCOPE_SCHEMA} is '${accessScopeMark(known)}'`);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error instanceof pg.DatabaseError && error.code === '55P03'
      ? new StartupError(LOCKED_MESSAGE)
      : error;
  }
}

/** What the views depend on: their text, and the migrations that shaped their tables. */
function accessScopeMark(known: readonly { hash: string }[]): string {
  const parts = [accessScopeViewsSql(), ...known.map(({ hash }) => hash)];
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

async function hasAccessScope(client: pg.Client, known: readonly { hash: string }[]): Promise<boolean> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select obj_description(to_regnamespace($1), 'pg_namespace') as mark`,
    [ACCESS_SCOPE_SCHEMA],
  );
  return rows[0]?.mark === accessScopeMark(known);
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

/** Migrates an empty database to the schema after the first `count` migrations. */
export async function migrateDatabaseTo(url: string, count: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-migrations-'));
  try {
    await copyScratch(MIGRATIONS, folder, { recursive: true });
    const journal = await readJournal(folder);
    const first = { ...journal, entries: journal.entries.slice(0, count) };
    await writeScratch(path.join(folder, 'meta/_journal.json'), JSON.stringify(first));
    await migrateDatabase(url, { folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
