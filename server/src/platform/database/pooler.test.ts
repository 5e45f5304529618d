import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { openTransactionPooler } from '#testing/transaction-pooler.ts';
import { openDatabase } from './database.ts';
import { migrateDatabase } from './migrate.ts';
import { assertNoTransactionPooler } from './pooler.ts';

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  testDatabase = await createTestDatabase(inject('databaseUrl'));
});
afterAll(() => testDatabase.drop());

describe('the start', () => {
  it('is rejected behind a pooler in transaction mode, in whatever order it assigns its sessions', async () => {
    for (const order of ['last', 'first'] as const) {
      const pooler = await openTransactionPooler(testDatabase.url, order);
      await expect(assertNoTransactionPooler(pooler.url)).rejects.toThrow(
        /pooler in transaction mode.*session mode/,
      );
      await pooler.close();
    }
  });

  it('continues with PostgreSQL itself', async () => {
    await assertNoTransactionPooler(testDatabase.url);
  });

  it('reports an unreachable database in one line', async () => {
    const nowhere = assertNoTransactionPooler('postgres://x:y@127.0.0.1:1/z');
    await expect(nowhere).rejects.toThrow(/^The database cannot be reached: .*Check DATABASE_URL\.$/);
  });
});

it('migrations leave no lock in a session that other clients use next', async () => {
  const pooler = await openTransactionPooler(testDatabase.url, 'last');
  await migrateDatabase(pooler.url);
  const database = openDatabase(testDatabase.url, { max: 1, onError: () => undefined });
  const locks = await database.query(
    `select 1 from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`,
  );
  expect(locks).toEqual([]);
  await database.close();
  await pooler.close();
});
