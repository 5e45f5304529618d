import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { expect, inject, it } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { openDatabase } from './database.ts';
import { migrateDatabase } from './migrate.ts';
import { LIMITS } from './work.ts';

it('reports what may lock the database if it cannot be migrated in time, and changes nothing', async () => {
  const { url, drop } = await createTestDatabase(inject('databaseUrl'));
  const database = openDatabase(url, { max: 1, onError: () => undefined });
  try {
    const rejected = database.transaction(async (db) => {
      await db.query('lock table __drizzle_migrations in access exclusive mode');
      return migrateDatabase(url, { limits: { ...LIMITS.migration, lock: 100 } });
    });
    await expect(rejected).rejects.toThrow(
      'The database could not be migrated for half an hour because something locks it: another starting server, a backup, or an open transaction. Let it finish, or end it, and start again.',
    );
  } finally {
    await database.close();
    await drop();
  }
});

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');

it('has migrations in the order of their times: an earlier one would never run in a database that has the later one', () => {
  const times = readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ folderMillis }) => folderMillis);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(new Set(times).size).toBe(times.length);
});
