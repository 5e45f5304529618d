import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { restoreBackup } from '#platform/backup/restore.ts';
import { type Config, readConfig } from '#platform/config.ts';
import { dataPaths } from '#platform/data-folder.ts';
import { type DatabasePool, openDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log.ts';
import type { KeyRing } from '#platform/secrets/key-ring.ts';
import { openKeyRing } from '#platform/secrets/open-keys.ts';
import { filesLocation } from '#platform/storage/files-location.ts';
import { assertFilesMatch, claimLocation } from '#platform/storage/verify-location.ts';
import { createStorage } from '#providers/providers.ts';
import { adminQuery, databaseUrl, dropDatabase } from '../database.ts';
import { openTestApp } from '../test-app.ts';
import type { ReleasedFacts } from './facts.ts';

const FOLDER = import.meta.dirname;
const HOUR_MS = 3_600_000;

/** Every released version whose backup is stored here, oldest first. */
export async function listReleased(): Promise<ReleasedFacts[]> {
  const folders = (await readdir(FOLDER, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const read = async ({ name }: { name: string }) =>
    JSON.parse(await readFile(path.join(FOLDER, name, 'facts.json'), 'utf8'));
  const all: ReleasedFacts[] = await Promise.all(folders.map(read));
  return all.sort((a, b) => Object.keys(a.migrations).length - Object.keys(b.migrations).length);
}

export const savedBackup = (commit: string) => path.join(FOLDER, commit, 'backup');

/** What main requires of keys and files before it serves. */
async function verifiedInstallation(database: DatabasePool, config: Config): Promise<KeyRing> {
  const keys = await openKeyRing(database, config, dataPaths(config.dataDir).keysFile);
  await assertFilesMatch(database, config, createStorage(config), createLog('silent'));
  await claimLocation(database, await filesLocation(config));
  return keys;
}

/** This version's server on the data of the released one: restored, migrated and started, two hours later. */
export async function openReleased({ commit, made_at }: ReleasedFacts) {
  const name = `released_${randomUUID().replaceAll('-', '')}`;
  await adminQuery(inject('databaseUrl'), `create database ${name}`);
  const url = databaseUrl(inject('databaseUrl'), name);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ledgerline-released-'));
  const drop = async () => {
    await dropDatabase(inject('databaseUrl'), name);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir });
    const paths = dataPaths(dataDir);
    await restoreBackup({ url, paths, config }, savedBackup(commit));
    const database = openDatabase(url, { max: 1, onError: () => undefined });
    const keys = await verifiedInstallation(database, config).finally(() => database.close());
    const opened = await openTestApp({}, { url, dataDir, keys, drop });
    opened.clock.set(new Date(new Date(made_at).getTime() + 2 * HOUR_MS));
    return opened;
  } catch (error) {
    await drop();
    throw error;
  }
}
