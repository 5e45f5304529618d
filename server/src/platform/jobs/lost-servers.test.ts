import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from '#testing/database.ts';
import { readConfig } from '../config.ts';
import { type DatabasePool, openDatabase } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { createLog } from '../log.ts';
import { filesLocation } from '../storage/files-location.ts';
import { createJobs, type Jobs } from './jobs.ts';
import type { WorkerTimes } from './worker.ts';

const QUICK: Partial<WorkerTimes> = { pollMs: 20, beatMs: 50 };
/** Sends no heartbeat after its start, like a server whose machine was paused. */
const PAUSED: Partial<WorkerTimes> = { pollMs: 20, beatMs: 3_600_000 };

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let database: DatabasePool;
let servers: Jobs[];

beforeEach(async () => {
  testDatabase = await createTestDatabase(inject('databaseUrl'));
  database = openDatabase(testDatabase.url, { max: 4, onError: () => undefined });
  servers = [];
  await database.query('create table written (by text not null)');
});
afterEach(async () => {
  await Promise.all(servers.map((jobs) => jobs.stop()));
  await database.close();
  await testDatabase.drop();
});

async function startServer(work: () => Promise<void>, times: Partial<WorkerTimes>): Promise<Jobs> {
  const jobs = createJobs(testDatabase.url, createLog('silent'), { times });
  servers.push(jobs);
  await jobs.start([{ queue: 'tried', work }]);
  return jobs;
}

/** Work that waits for a signal, and then writes. */
function waitingWork(name: string) {
  const started = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<unknown>();
  const work = async () => {
    started.resolve();
    await letGo.promise;
    const outcome = database.query('insert into written values ($1)', [name]);
    ended.resolve(await outcome.then(() => 'written').catch((error: unknown) => error));
    await outcome;
  };
  return { work, started: started.promise, letGo: letGo.resolve, ended: ended.promise };
}

const write = (name: string) => async () => {
  await database.query('insert into written values ($1)', [name]);
};
const written = async () =>
  (await database.query<{ by: string }>('select by from written')).map(({ by }) => by);
const states = () =>
  database.query<{ state: string; tries: number }>(
    `select state, retry_count as tries from pgboss.job where name = 'tried'`,
  );
const endSessions = (like: string) =>
  database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like $1`,
    [like],
  );

describe('a lost server', () => {
  it('releases its job to another as soon as its session is over, and writes no more of it', async () => {
    const first = waitingWork('first');
    const jobs = await startServer(first.work, PAUSED);
    await jobs.send(database, 'tried', {});
    await first.started;
    await endSessions('ledgerline server%');
    await startServer(write('second'), { ...QUICK, lostAfterSeconds: 3600 });
    await expect.poll(written).toEqual(['second']);
    await expect.poll(states).toEqual([{ state: 'completed', tries: 0 }]);
    first.letGo();
    expect(await first.ended).toMatchObject({ message: 'Another server has taken over this job.' });
    expect(await written()).toEqual(['second']);
    expect(await states()).toEqual([{ state: 'completed', tries: 0 }]);
  });

  it('loses its job when it sends no heartbeat, and what its open transaction wrote', async () => {
    const isOpen = Promise.withResolvers<void>();
    const letGo = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<unknown>();
    const open = async () => {
      const work = database.transaction(async (db) => {
        await db.query(`insert into written values ('first')`);
        isOpen.resolve();
        await letGo.promise;
      });
      ended.resolve(await work.catch((error: unknown) => error));
      await work;
    };
    const jobs = await startServer(open, PAUSED);
    await jobs.send(database, 'tried', {});
    await isOpen.promise;
    await startServer(write('second'), { ...QUICK, lostAfterSeconds: 0.2 });
    await expect.poll(written).toEqual(['second']);
    letGo.resolve();
    expect(await ended.promise).toMatchObject({ code: 'unavailable' });
    expect(await written()).toEqual(['second']);
    await expect.poll(states).toEqual([{ state: 'completed', tries: 0 }]);
  });

  it('never ends a run that another server owns', async () => {
    const first = waitingWork('first');
    const second = waitingWork('second');
    const jobs = await startServer(first.work, PAUSED);
    await jobs.send(database, 'tried', {});
    await first.started;
    await endSessions('ledgerline server%');
    await startServer(second.work, { ...QUICK, lostAfterSeconds: 3600 });
    await second.started;
    first.letGo();
    await first.ended;
    expect(await states()).toEqual([{ state: 'active', tries: 0 }]);
    second.letGo();
    expect(await second.ended).toBe('written');
    await expect.poll(states).toEqual([{ state: 'completed', tries: 0 }]);
    expect(await written()).toEqual(['second']);
  });
});

it('a server whose files folder is not the shared one is rejected at its start', async () => {
  const folders = await Promise.all([1, 2].map(() => mkdtemp(path.join(tmpdir(), 'ledgerline-location-'))));
  const start = async (folder = '') => {
    const files = await filesLocation(readConfig({ DATA_DIR: folder }));
    const jobs = createJobs(testDatabase.url, createLog('silent'), { times: QUICK, files });
    servers.push(jobs);
    await jobs.start([]);
  };
  await start(folders[0]);
  await start(folders[0]);
  await expect(start(folders[1])).rejects.toThrow(
    /^The files folder .* is not the one used by the other servers/,
  );
  for (const folder of folders) await rm(folder, { recursive: true });
});

describe('a live server', () => {
  it('releases a job whose claim it did not see succeed, and none that it works on', async () => {
    const busy = waitingWork('busy');
    let isFirst = true;
    const jobs = await startServer(() => {
      const work = isFirst ? busy.work : write('again');
      isFirst = false;
      return work();
    }, QUICK);
    await jobs.send(database, 'tried', {});
    await busy.started;
    // Several checks pass while it works on the job.
    await new Promise((resolve) => setTimeout(resolve, 400));
    busy.letGo();
    await expect.poll(states).toEqual([{ state: 'completed', tries: 0 }]);
    // A job as left by a claim whose commit got no response.
    await database.transaction(async (db) => {
      await jobs.send(db, 'tried', {});
      await db.query(
        `with taken as (update pgboss.job set state = 'active', started_on = now()
                         where name = 'tried' and state = 'created' returning id)
         insert into job_holds (job_id, queue, run, server_id)
         select taken.id, 'tried', gen_random_uuid(), job_servers.id from taken, job_servers`,
      );
    });
    await expect.poll(written).toEqual(['busy', 'again']);
    await expect
      .poll(async () => (await states()).map(({ state }) => state))
      .toEqual(['completed', 'completed']);
  });

  it('keeps its job under a new number if only its session broke', async () => {
    const only = waitingWork('only');
    const jobs = await startServer(only.work, QUICK);
    await jobs.send(database, 'tried', {});
    await only.started;
    const before = await database.query<{ id: number }>('select id from job_servers');
    await endSessions('ledgerline server%');
    await expect
      .poll(() => database.query('select server_id from job_holds'))
      .not.toEqual([{ server_id: before[0]?.id }]);
    only.letGo();
    expect(await only.ended).toBe('written');
    await expect.poll(states).toEqual([{ state: 'completed', tries: 0 }]);
    expect(await written()).toEqual(['only']);
  });

  it('retries what the database interrupted without counting an attempt', async () => {
    let runs = 0;
    const work = async () => {
      runs += 1;
      if (runs === 1) throw new AppError('unavailable');
      await database.query(`insert into written values ('second run')`);
    };
    const jobs = await startServer(work, QUICK);
    await jobs.send(database, 'tried', {});
    await expect.poll(states).toEqual([{ state: 'completed', tries: 0 }]);
    expect(await written()).toEqual(['second run']);
  });

  it('unregisters when it stops, and resumes what an earlier version left unfinished', async () => {
    const jobs = await startServer(async () => undefined, QUICK);
    await jobs.send(database, 'tried', {}, { afterSeconds: 3600 });
    await jobs.stop();
    await database.query(`update pgboss.job set state = 'active', started_on = now(), start_after = now()`);
    await startServer(write('later'), QUICK);
    await expect.poll(written).toEqual(['later']);
    expect(await database.query('select count(*) as n from job_servers')).toEqual([{ n: 1 }]);
  });
});
