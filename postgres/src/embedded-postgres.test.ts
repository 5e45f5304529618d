import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';
import { silentLog } from './postgres-log.ts';

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ledgerline-embedded-'));
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' }, ...options });
}

async function query(database: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

const pidFile = () => join(dataDir, 'database', 'cluster', 'postmaster.pid');

const postmasterPid = async () => Number((await readFile(pidFile(), 'utf8')).split('\n')[0]);

describe('startEmbeddedPostgres', () => {
  it('replaces an incomplete cluster of a first start and keeps the data across a restart', async () => {
    await mkdir(join(dataDir, 'database.new-0a1b2c3d', 'cluster'), { recursive: true });
    const first = await start();
    await query(first, "create table saved as select 'yes' as answer");
    await first.stop();
    await first.stop();
    expect(existsSync(pidFile())).toBe(false);

    const second = await start();
    expect(await query(second, 'select answer from saved')).toEqual(['yes']);
    await second.stop();
    expect(await readdir(dataDir)).toEqual(['database']);
    expect((await stat(join(dataDir, 'database', 'password'))).mode & 0o777).toBe(0o600);
  }, 15_000);

  it('sorts and folds text independently of the operating system, with durable commits and without superuser rights', async () => {
    const database = await start({ settings: {} });
    const settings = `select current_setting('synchronous_commit'), current_setting('fsync'), current_setting('jit'),
      pg_encoding_to_char(encoding), datlocprovider, datlocale, upper('éñ'), current_setting('is_superuser')
      from pg_database where datname = current_database()`;
    expect(await query(database, settings)).toEqual(['on', 'on', 'off', 'UTF8', 'b', 'C.UTF-8', 'ÉÑ', 'off']);
    await query(database, 'create extension pg_trgm');
    await query(database, 'create extension citext');
    expect(await query(database, `select 'é' < 'z' collate "und-x-icu"`)).toEqual([true]);
    await database.stop();
  });

  it('requires the password and keeps statements out of the log', async () => {
    const log = { ...silentLog, warn: vi.fn(), error: vi.fn() };
    const database = await start({ log });
    await expect(
      query({ ...database, url: database.url.replace(/:\w+@/, ':wrong@') }, 'select 1'),
    ).rejects.toThrow(/password authentication failed/);
    await expect(query(database, "select 'secret'::int")).rejects.toThrow(/invalid input syntax/);
    await database.stop();
    expect(log.error.mock.calls).toEqual([
      ['PostgreSQL: password authentication failed for user "ledgerline"'],
    ]);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('restarts PostgreSQL at the same address with all committed data when it exits on its own', async () => {
    const log = { ...silentLog, info: vi.fn(), error: vi.fn() };
    const database = await start({ log, settings: {} });
    await query(database, 'create table committed as select 1 as one');
    process.kill(await postmasterPid(), 'SIGKILL');
    await expect
      .poll(() => query(database, 'select one from committed').catch(() => null), { timeout: 60_000 })
      .toEqual([1]);
    expect(log.error).toHaveBeenCalledWith(
      'The embedded database stopped on its own (code null). Restarting it.',
    );
    await expect.poll(() => log.info.mock.calls).toContainEqual(['The embedded database is running again.']);
    await database.stop();
    expect(existsSync(pidFile())).toBe(false);
  });

  it('stops permanently while PostgreSQL is being restarted', async () => {
    const restarting = Promise.withResolvers<void>();
    const log = { ...silentLog, error: () => restarting.resolve() };
    const database = await start({ log });
    process.kill(await postmasterPid(), 'SIGKILL');
    await restarting.promise;
    await database.stop();
    await expect(query(database, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
    const next = await start();
    expect(await query(next, 'select 1')).toEqual([1]);
    await next.stop();
  });

  it('leaves an unrelated process with the PID in the pid file alone', async () => {
    await writeFile(pidFile(), `${process.pid}\n${join(dataDir, 'database', 'cluster')}\n`);
    const database = await start();
    expect(await query(database, 'select 1')).toEqual([1]);
    await database.stop();
  });

  it('explains in one line why PostgreSQL failed to start', async () => {
    const failure = start({ settings: { shared_buffers: 'plenty' } });
    await expect(failure).rejects.toThrow(
      /^The embedded database in .* failed to start: .*shared_buffers.*plenty/,
    );
    await expect(failure).rejects.not.toThrow(/\n/);
  });

  it('rejects a cluster of another major version', async () => {
    const file = join(dataDir, 'database', 'cluster', 'PG_VERSION');
    const version = await readFile(file, 'utf8');
    await writeFile(file, '17\n');
    await expect(start()).rejects.toThrow(/was created by PostgreSQL 17, but version 18 is installed/);
    await writeFile(file, version);
  });
});
