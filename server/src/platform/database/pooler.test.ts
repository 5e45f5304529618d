import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { openTransactionPooler } from '#testing/transaction-pooler.ts';
import { openDatabase } from './database.ts';
import { migrateDatabase } from './migrate.ts';
import { refuseTransactionPooler } from './pooler.ts';

let made: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  made = await createTestDatabase(inject('databaseUrl'));
});
afterAll(() => made.drop());

describe('a start', () => {
  it('is refused behind a pooler in transaction mode, in whatever order it hands out its sessions', async () => {
    for (const order of ['last', 'first'] as const) {
      const pooler = await openTransactionPooler(made.url, order);
      await expect(refuseTransactionPooler(pooler.url)).rejects.toThrow(
        /pooler in transaction mode.*session mode/,
      );
      await pooler.close();
    }
  });

  it('goes on with PostgreSQL itself', async () => {
    await refuseTransactionPooler(made.url);
  });

  it('says in one line that the database is not there', async () => {
    const nowhere = refuseTransactionPooler('postgres://x:y@127.0.0.1:1/z');
    await expect(nowhere).rejects.toThrow(/^The database cannot be reached: .*Check DATABASE_URL\.$/);
  });
});

it('migrations leave no lock behind in a session that others use next', async () => {
  const pooler = await openTransactionPooler(made.url, 'last');
  await migrateDatabase(pooler.url);
  const database = openDatabase(made.url, { max: 1, onError: () => undefined });
  const locks = await database.query(
    `select 1 from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`,
  );
  expect(locks).toEqual([]);
  await database.close();
  await pooler.close();
});
