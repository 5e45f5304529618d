import { expect, inject, it } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { toAppError } from '../errors.ts';
import { openDatabase } from './database.ts';

it('calls a connection that is not to be had unavailable, and an error of PostgreSQL what it is', async () => {
  const nowhere = openDatabase('postgres://x:y@127.0.0.1:1/z', { max: 1, onError: () => undefined });
  await expect(nowhere.query('select 1')).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  await expect(nowhere.transaction(async () => null)).rejects.toMatchObject({ code: 'unavailable' });
  await nowhere.close();

  const { url, drop } = await createTestDatabase(inject('databaseUrl'));
  const database = openDatabase(url, { max: 1, onError: () => undefined });
  const failure = await database.query('select nonsense').catch((error: unknown) => error);
  expect(toAppError(failure)).toMatchObject({ code: 'internal', status: 500 });
  const gone = database.transaction(async (db) => {
    await db.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
    await db.query('select 1');
  });
  await expect(gone).rejects.toMatchObject({ code: 'unavailable' });
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  await database.close();
  await drop();
});

it('tells afterwards how a transaction ended, and on the pool at once', async () => {
  const { url, drop } = await createTestDatabase(inject('databaseUrl'));
  const database = openDatabase(url, { max: 1, onError: () => undefined });
  const heard: string[] = [];
  const hear = async (outcome: string) => {
    heard.push(outcome);
  };
  await database.afterTransaction(hear);
  await database.transaction(async (db) => {
    await db.afterTransaction(hear);
    expect(heard).toEqual(['committed']);
  });
  const failing = database.transaction(async (db) => {
    await db.afterTransaction(hear);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(heard).toEqual(['committed', 'committed', 'rolled_back']);
  await database.close();
  await drop();
});
