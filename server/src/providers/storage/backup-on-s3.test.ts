import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { uploadDocuments } from '@ledgerline/contract/documents/endpoints';
import { afterAll, expect, it } from 'vitest';
import { writeBackup } from '#platform/backup/backup.ts';
import { filesBucketOf } from '#platform/backup/manifest.ts';
import { findMissingFiles } from '#platform/backup/missing-files.ts';
import { restoreBackup } from '#platform/backup/restore.ts';
import { fixedClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { dataPaths } from '#platform/data-folder.ts';
import { writeKeyFile } from '#platform/secrets/key-ring.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { buildPdf, uploadInput } from '#testing/files.ts';
import { TEST_RING, useRestoreTarget } from '#testing/restore-target.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { S3Server } from './testing/s3-server.ts';

const server = new S3Server();
const t = useTestApp(async () => {
  await server.start();
  return server.environment();
});
afterAll(() => server.stop());

const target = useRestoreTarget();

async function backUp(): Promise<string> {
  const { deps, config } = t.current;
  const agent = await signInAs(t.current);
  const clientId = await buildClient(t.current);
  const sent = uploadInput([{ name: 'a.pdf', content: buildPdf() }], {});
  expect((await agent.call(uploadDocuments, { params: { clientId }, ...sent })).status).toBe(201);
  const paths = dataPaths(path.join(target.folder, 'data'));
  await dataFolderWithKeys(paths.path);
  const url = String(deps.database.pool.options.connectionString);
  const bucket = filesBucketOf(config);
  return writeBackup({ url, paths, version: '0.1.0', clock: fixedClock(TEST_NOW), bucket });
}

async function dataFolderWithKeys(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true });
  await writeKeyFile(dataPaths(dir).keysFile, TEST_RING);
}

async function restoreWith(environment: Record<string, string>, folder: string) {
  const dir = await mkdtemp(path.join(target.folder, 'restored-'));
  const config = readConfig({ DATA_DIR: dir, ...environment });
  return restoreBackup({ url: target.url, paths: dataPaths(dir), config }, folder);
}

it('names the bucket in the backup, and is restored only when the files are reachable', async () => {
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
  expect(await findMissingFiles(target.url, storage)).toEqual({ looked: 1, missing: [] });
});

it('lists which files of the restored rows are missing in the bucket', async () => {
  await restoreWith(server.environment(), await backUp());
  const { storage, database } = t.current.deps;
  const [lost] = await database.query<{ key: string }>(
    'select storage_key as key from documents order by id desc limit 1',
  );
  await storage.remove(lost?.key ?? '');
  expect((await findMissingFiles(target.url, storage)).missing).toEqual([lost?.key]);
});
