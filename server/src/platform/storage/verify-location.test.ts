import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Config, readConfig } from '#platform/config.ts';
import { dataPaths } from '#platform/data-folder.ts';
import { type DatabasePool, openDatabase } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { createLog } from '#platform/log.ts';
import { createTestDatabase } from '#testing/database.ts';
import { createDiskStorage } from './disk.ts';
import { filesLocation } from './files-location.ts';
import { assertFilesMatch, claimLocation, hasItsFiles } from './verify-location.ts';

let parent: string;
let database: DatabasePool;
let drop: () => Promise<void>;
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'ledgerline-location-'));
  const testDatabase = await createTestDatabase(inject('databaseUrl'));
  drop = testDatabase.drop;
  database = openDatabase(testDatabase.url, { max: 2, onError: () => undefined });
});
afterEach(async () => {
  await database.close();
  await drop();
  await rm(parent, { recursive: true, force: true });
});

const configOf = (name: string) => readConfig({ DATA_DIR: path.join(parent, name) });
const storageOf = (config: Config) => createDiskStorage(dataPaths(config.dataDir).filesDir);

/** What main does with the files of a starting server. */
async function start(config: Config, storage = storageOf(config)): Promise<void> {
  const isVerified = await assertFilesMatch(database, config, storage, createLog('silent'));
  if (isVerified) await claimLocation(database, await filesLocation(config));
}

const keyOf = (n: number) => `documents/2026/${n}.pdf`;
async function storeFiles(config: Config, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await storageOf(config).put(keyOf(n), Buffer.from('a document'));
    await database.query(
      `insert into documents (file_name, storage_key, file_size, mime_type, sha256, folder, uploaded_at)
       values ('a.pdf', $1, 1, 'application/pdf', 'x', 'Documents', now())`,
      [keyOf(n)],
    );
  }
}
const markOf = async () =>
  (
    await database.query<{ value: string }>(`select value from installation_marks where name = 'files place'`)
  )[0]?.value;

describe('the files of a starting server', () => {
  it('must be those that the database references: an empty or foreign folder aborts the start', async () => {
    const first = configOf('a');
    await start(first);
    await storeFiles(first, 3);
    await start(first);
    const empty = configOf('b');
    await expect(start(empty)).rejects.toThrow(
      `The files folder ${dataPaths(empty.dataDir).filesDir} does not contain the files that this database references (0 of the newest 3 were found): configure or mount the previous server’s location, or copy its files there, for example from a backup. If they are permanently lost, run npm run storage:accept.`,
    );
    expect(await readdir(parent)).toEqual(['a']);
    const others = configOf('c');
    await filesLocation(others);
    await storageOf(others).put(keyOf(99), Buffer.from('of another portal'));
    await expect(start(others)).rejects.toThrow('does not contain the files');
    await start(first);
  });

  it('are claimed without a check by a database that references none', async () => {
    await start(configOf('a'));
    const before = await markOf();
    await start(configOf('b'));
    expect(await markOf()).not.toBe(before);
    await storeFiles(configOf('b'), 1);
    await expect(start(configOf('a'))).rejects.toThrow('does not contain the files');
  });

  it('may move: the same files elsewhere, or in the location of a version without marks, are recognized', async () => {
    const first = configOf('a');
    await start(first);
    await storeFiles(first, 4);
    const moved = configOf('b');
    for (let n = 0; n < 4; n += 1) await storageOf(moved).put(keyOf(n), Buffer.from('a document'));
    await start(moved);
    expect(await markOf()).toBe((await filesLocation(moved)).mark);
    await database.query(`delete from installation_marks where name = 'files place'`);
    await expect(start(configOf('c'))).rejects.toThrow('does not contain the files');
    await start(first);
    // One damaged or missing file does not block the owner of the folder.
    await storageOf(first).remove(keyOf(0));
    await database.query(`delete from installation_marks where name = 'files place'`);
    await start(first);
  });

  it('can be given up, but only intentionally', async () => {
    await start(configOf('a'));
    await storeFiles(configOf('a'), 2);
    const fresh = configOf('b');
    await expect(start(fresh)).rejects.toThrow('npm run storage:accept');
    expect(await hasItsFiles(database, storageOf(fresh))).toEqual({ looked: 2, there: 0 });
    await claimLocation(database, await filesLocation(fresh));
    await start(fresh);
  });

  it('that cannot be reached now are neither checked nor claimed', async () => {
    const first = configOf('a');
    await start(first);
    await storeFiles(first, 1);
    const before = await markOf();
    const away = {
      ...storageOf(first),
      size: async () => {
        throw new AppError('provider_unavailable');
      },
    };
    await start(configOf('b'), away);
    expect(await markOf()).toBe(before);
  });

  it('are checked before a database of an earlier version is changed', async () => {
    await start(configOf('a'));
    await storeFiles(configOf('a'), 1);
    await database.query('drop table installation_marks; alter table esign_envelopes drop column sealed_key');
    await expect(start(configOf('b'))).rejects.toThrow('does not contain the files');
    await assertFilesMatch(database, configOf('a'), storageOf(configOf('a')), createLog('silent'));
  });
});
