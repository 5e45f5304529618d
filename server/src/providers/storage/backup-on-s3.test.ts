import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { uploadDocuments } from '@ledgerline/contract/documents/endpoints';
import { afterAll, afterEach, beforeEach, expect, inject, it } from 'vitest';
import { writeBackup } from '#platform/backup/backup.ts';
import { findMissingFiles } from '#platform/backup/kept-files.ts';
import { filesBucketOf } from '#platform/backup/manifest.ts';
import { restoreBackup } from '#platform/backup/restore.ts';
import { fixedClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { dataPaths } from '#platform/data-folder.ts';
import { writeKeyFile } from '#platform/secrets/key-ring.ts';
import { adminQuery, databaseUrl, dropDatabase } from '#testing/database.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildPdf, uploadInput } from '#testing/files.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { S3Server } from './testing/s3-server.ts';

const server = new S3Server();
const t = useTestApp(async () => {
  await server.start();
  return server.environment();
});
afterAll(() => server.stop());

const RING = { fieldKeys: [{ id: 'test', key: Buffer.alloc(32, 1) }], tokenSecret: Buffer.alloc(48, 7) };
let parent: string;
let emptyUrl: string;
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'ledgerline-backup-'));
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await adminQuery(inject('databaseUrl'), `create database ${name}`);
  emptyUrl = databaseUrl(inject('databaseUrl'), name);
});
afterEach(async () => {
  await dropDatabase(inject('databaseUrl'), new URL(emptyUrl).pathname.slice(1));
  await rm(parent, { recursive: true, force: true });
});

async function backUp(): Promise<string> {
  const { deps, config } = t.current;
  const agent = await signInAs(t.current);
  const clientId = await buildClient(t.current);
  const sent = uploadInput([{ name: 'a.pdf', content: buildPdf() }], {});
  expect((await agent.call(uploadDocuments, { params: { clientId }, ...sent })).status).toBe(201);
  const paths = dataPaths(path.join(parent, 'data'));
  await dataFolderWithKeys(paths.path);
  const url = String(deps.database.pool.options.connectionString);
  const bucket = filesBucketOf(config);
  return writeBackup({ url, paths, version: '0.1.0', clock: fixedClock(TEST_NOW), bucket });
}

async function dataFolderWithKeys(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  await writeKeyFile(dataPaths(dir).keysFile, RING);
}

async function restoreWith(environment: Record<string, string>, folder: string) {
  const dir = await mkdtemp(path.join(parent, 'restored-'));
  const config = readConfig({ DATA_DIR: dir, ...environment });
  return restoreBackup({ url: emptyUrl, paths: dataPaths(dir), config }, folder);
}

it('names the bucket in the backup, and is restored only where the files can be reached', async () => {
  const folder = await backUp();
  expect(await readdir(folder)).not.toContain('files');
  await expect(restoreWith({}, folder)).rejects.toThrow(
    'The files of the backup are in the bucket ledgerline-test: set STORAGE_PROVIDER=s3',
  );
  const manifest = await restoreWith(server.environment(), folder);
  expect(manifest.files_bucket).toEqual({
    bucket: 'ledgerline-test',
    prefix: 'ledgerline/',
    endpoint: server.url,
  });
  const { storage } = t.current.deps;
  expect(await findMissingFiles(emptyUrl, storage)).toEqual({ looked: 1, missing: [] });
});

it('tells which files of the restored rows are not in the bucket', async () => {
  await restoreWith(server.environment(), await backUp());
  const { storage, database } = t.current.deps;
  const [lost] = await database.query<{ key: string }>(
    'select storage_key as key from documents order by id desc limit 1',
  );
  await storage.remove(lost?.key ?? '');
  expect((await findMissingFiles(emptyUrl, storage)).missing).toEqual([lost?.key]);
});
