import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '#testing/database.ts';
import { type DatabasePool, openDatabase } from '../database/database.ts';
import { createLog } from '../log.ts';
import { createJobs, type Jobs, jobWithPayload } from './jobs.ts';

let jobs: Jobs;
let database: DatabasePool;
let url: string;
let drop: () => Promise<void>;
const named = z.object({ name: z.string() });
const done: { name: string; at: number }[] = [];

beforeAll(async () => {
  const testDatabase = await createTestDatabase(inject('databaseUrl'));
  ({ url, drop } = testDatabase);
  database = openDatabase(url, { max: 2, onError: () => undefined });
  jobs = createJobs(url, createLog('silent'), { times: { pollMs: 50 } });
  const work = async ({ name }: { name: string }) => {
    done.push({ name, at: Date.now() });
  };
  await jobs.start([jobWithPayload({ queue: 'tried', payload: named, work })]);
});
afterAll(async () => {
  await jobs.stop();
  await database.close();
  await drop();
});

describe('jobs', () => {
  it('exist when, and only if, the transaction commits', async () => {
    const failed = database.transaction(async (db) => {
      await jobs.send(db, 'tried', { name: 'rolled back' });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await database.transaction((db) => jobs.send(db, 'tried', { name: 'kept' }));
    await expect.poll(() => done.map(({ name }) => name)).toEqual(['kept']);
  });

  it('wait for their delay', async () => {
    done.length = 0;
    const start = Date.now();
    await jobs.send(database, 'tried', { name: 'late' }, { afterSeconds: 2 });
    await jobs.send(database, 'tried', { name: 'soon' });
    await expect.poll(() => done.map(({ name }) => name)).toEqual(['soon', 'late']);
    expect((done[1]?.at ?? 0) - start).toBeGreaterThan(1500);
  });

  it('in one queue follow each other without a poll in between, until one fails', async () => {
    const worked: string[] = [];
    const handler = jobWithPayload({
      queue: 'many',
      payload: named,
      async work({ name }) {
        worked.push(name);
        if (name === 'fails') throw new Error('this one');
      },
    });
    const looksOnce = () => createJobs(url, createLog('silent'), { times: { pollMs: 3_600_000 } });
    const first = looksOnce();
    await first.start([handler]);
    await first.stop();
    for (const name of ['a', 'b', 'c', 'fails', 'behind it'])
      await database.query(`insert into pgboss.job (name, data) values ('many', $1)`, [{ name }]);
    const second = looksOnce();
    await second.start([handler]);
    await expect.poll(() => worked).toEqual(['a', 'b', 'c', 'fails']);
    await second.stop();
    expect(worked).toEqual(['a', 'b', 'c', 'fails']);
  });

  it.each([
    ['without data', null, 'payload (invalid_type)'],
    ['without a field', {}, 'name (invalid_type)'],
    ['with a field of another type', { name: 7 }, 'name (invalid_type)'],
  ])(
    '%s fail with the fields that do not match, and their work does not run',
    async (_what, data, fields) => {
      let isRun = false;
      const handler = jobWithPayload({
        queue: 'strict',
        payload: named,
        work: async () => {
          isRun = true;
        },
      });
      await expect(handler.work(data)).rejects.toThrow(`invalid payload in queue strict: ${fields}`);
      expect(isRun).toBe(false);
    },
  );
});
