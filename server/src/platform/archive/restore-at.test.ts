import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, packSegments, startEmbeddedPostgres } from '@ledgerline/postgres';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '#platform/backup/installation.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { dataPaths } from '#platform/data-folder.ts';
import { openDatabase } from '#platform/database/database.ts';
import { migrateDatabase } from '#platform/database/migrate.ts';
import { createLog } from '#platform/log.ts';
import { readKeyFile, writeKeyFile } from '#platform/secrets/key-ring.ts';
import { openKeyRing } from '#platform/secrets/open-keys.ts';
import { createDiskStorage } from '#platform/storage/disk.ts';
import { archiveFolder, claimArchive } from './archive-folder.ts';
import { copyNewFiles } from './archived-files.ts';
import { archiveOnce } from './archiving.ts';
import { restoreAt } from './restore-at.ts';

let parent: string;
let running: EmbeddedPostgres;
let moment: Date;
const known = new Set<string>();
const folder = (name: string) => path.join(parent, name);
const archive = () => archiveFolder(folder('archive'));
const source = () => dataPaths(folder('source'));
const configOf = (name: string) => readConfig({ DATA_DIR: folder(name), NODE_ENV: 'test' });
const on = <T>(url: string, work: (client: pg.Client) => Promise<T>) => withClient(url, work);

async function addDocument(name: string): Promise<void> {
  await createDiskStorage(source().filesDir).put(`documents/${name}`, Buffer.from(`the file ${name}`));
  await on(running.url, (client) =>
    client.query(
      `insert into documents (file_name, storage_key, file_size, mime_type, sha256, uploaded_at)
       values ($1, $2, 5, 'application/pdf', '', now())`,
      [name, `documents/${name}`],
    ),
  );
}

async function createSource(): Promise<void> {
  const { url, clusterDir } = running;
  await migrateDatabase(url);
  const database = openDatabase(url, { max: 1, onError: () => undefined });
  await openKeyRing(database, configOf('source'), source().keysFile);
  await database.close();
  await addDocument('first.pdf');
  const log = createLog('silent');
  const parts = {
    url,
    clusterDir,
    archive: archive(),
    version: '0',
    clock: systemClock,
    paths: source(),
    log,
  };
  await archiveOnce({ ...parts, retentionDays: 14 }, known);
}

/** What happens before the restored time, and what goes wrong after it. */
async function liveOn(): Promise<void> {
  await addDocument('second.pdf');
  await copyNewFiles(source(), archive(), known, systemClock.now());
  const { rows } = await on(running.url, (client) => client.query('select clock_timestamp() as at'));
  moment = new Date(rows[0].at);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await on(running.url, (client) => client.query('delete from documents'));
  await rm(path.join(source().filesDir, 'documents'), { recursive: true });
  await addDocument('third.pdf');
  await rm(path.join(folder('source'), 'keys.json'));
  const ring = await readKeyFile(path.join(archive().keysDir, (await readdir(archive().keysDir))[0] ?? ''));
  if (!ring) throw new Error('the archive holds no keys');
  const newest = { id: 'newest', key: randomBytes(32) };
  await writeKeyFile(source().keysFile, { ...ring, fieldKeys: [newest, ...ring.fieldKeys] });
  await copyNewFiles(source(), archive(), known, systemClock.now());
  await packSegments(archive().walDir);
}

beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'ledgerline-archive-'));
  running = await startEmbeddedPostgres({
    dataDir: parent,
    walDir: archive().walDir,
    settings: { fsync: 'off' },
  });
  await createSource();
  await liveOn();
  // As when PostgreSQL archives the last segment at an orderly shutdown.
  await running.stop();
}, 120_000);

afterAll(() => rm(parent, { recursive: true, force: true }));

const documentsIn = async (url: string) =>
  (await on(url, (client) => client.query('select file_name from documents order by id'))).rows.map(
    ({ file_name }) => file_name,
  );

it('restores the state between two writes, with files that were deleted since and every key', async () => {
  const restored = await restoreAt(configOf('before'), archive(), moment);
  expect(await documentsIn(restored.url)).toEqual(['first.pdf', 'second.pdf']);
  expect(restored.notes).toEqual([]);
  const files = await readdir(path.join(restored.paths.filesDir, 'documents'));
  expect(files.sort()).toEqual(['first.pdf', 'second.pdf']);
  const text = await readFile(path.join(restored.paths.filesDir, 'documents', 'second.pdf'), 'utf8');
  expect(text).toBe('the file second.pdf');
  const ring = await readKeyFile(restored.paths.keysFile);
  expect(ring?.fieldKeys.map(({ id }) => id === 'newest')).toEqual([true, false]);
  await restored.close();
}, 120_000);

it('restores the end of the archive, and rejects a time after it or before it, or a folder in use', async () => {
  const restored = await restoreAt(configOf('end'), archive(), null);
  expect(await documentsIn(restored.url)).toEqual(['third.pdf']);
  await restored.close();
  const expectRejection = (name: string, at: Date) =>
    expect(restoreAt(configOf(name), archive(), at)).rejects;
  await expectRejection('late', new Date(Date.now() + 3_600_000)).toThrow('does not reach that time');
  await expectRejection('early', new Date('2026-01-01')).toThrow(/begins at 20/);
  await expectRejection('end', moment).toThrow('choose an empty data folder');
}, 120_000);

it('stores a mostly empty log segment compactly', async () => {
  const sizes = await Promise.all(
    (await readdir(archive().walDir)).map(async (name) => [
      name,
      (await stat(path.join(archive().walDir, name))).size,
    ]),
  );
  const packed = sizes.filter(([name]) => String(name).endsWith('.gz')).map(([, size]) => Number(size));
  expect(packed.length).toBeGreaterThan(0);
  expect(Math.max(...packed)).toBeLessThan(4 * 1024 * 1024);
});

it('allows an archive for one installation only', async () => {
  await claimArchive(archive(), folder('source'));
  await claimArchive(archive(), folder('source'));
  await expect(claimArchive(archive(), folder('before'))).rejects.toThrow('belongs to the installation in');
});
