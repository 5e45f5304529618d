import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { type DatabasePool, openDatabase } from '../database/database.ts';
import { createLog } from '../log.ts';
import { createJobs, type Jobs } from './jobs.ts';

let jobs: Jobs;
let database: DatabasePool;
let url: string;
let drop: () => Promise<void>;
const done: { name: string; at: number }[] = [];

beforeAll(async () => {
  const made = await createTestDatabase(inject('databaseUrl'));
  ({ url, drop } = made);
  database = openDatabase(url, { max: 2, onError: () => undefined });
  jobs = createJobs(url, createLog('silent'), { times: { pollMs: 50 } });
  const work = async (data: object) => {
    done.push({ name: 'name' in data ? String(data.name) : '', at: Date.now() });
  };
  await jobs.start([{ queue: 'tried', work }]);
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

  it('wait as long as they are told to', async () => {
    done.length = 0;
    const start = Date.now();
    await jobs.send(database, 'tried', { name: 'late' }, { afterSeconds: 2 });
    await jobs.send(database, 'tried', { name: 'soon' });
    await expect.poll(() => done.map(({ name }) => name)).toEqual(['soon', 'late']);
    expect((done[1]?.at ?? 0) - start).toBeGreaterThan(1500);
  });

  it('that lie in one queue follow one another without a look for work between them, until one fails', async () => {
    const worked: string[] = [];
    const handler = {
      queue: 'many',
      async work(data: object) {
        const name = 'name' in data ? String(data.name) : '';
        worked.push(name);
        if (name === 'fails') throw new Error('this one');
      },
    };
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
});
