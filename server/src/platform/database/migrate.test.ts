import { expect, inject, it } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { openDatabase } from './database.ts';
import { migrateDatabase } from './migrate.ts';
import { LIMITS } from './work.ts';

it('says what may hold the database where it cannot be changed in time, and changes nothing', async () => {
  const { url, drop } = await createTestDatabase(inject('databaseUrl'));
  const database = openDatabase(url, { max: 1, onError: () => undefined });
  try {
    const rejected = database.transaction(async (db) => {
      await db.query('lock table __drizzle_migrations in access exclusive mode');
      return migrateDatabase(url, { limits: { ...LIMITS.migration, lock: 100 } });
    });
    await expect(rejected).rejects.toThrow(
      'Something has kept the database from being brought to this version for half an hour: another server that starts, a backup, or a transaction that was left open. Let it end, or end it, and start again.',
    );
  } finally {
    await database.close();
    await drop();
  }
});
