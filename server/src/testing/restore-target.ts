import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, inject } from 'vitest';
import type { KeyRing } from '#platform/secrets/key-ring.ts';
import { adminQuery, databaseUrl, dropDatabase } from './database.ts';

/** The keys of the test app, in the format of a key file. */
export const TEST_RING: KeyRing = {
  fieldKeys: [{ id: 'test', key: Buffer.alloc(32, 1) }],
  tokenSecret: Buffer.alloc(48, 7),
};

/** For each test an empty database to restore into, and a folder for backups and data. */
export function useRestoreTarget(): { readonly url: string; readonly folder: string } {
  const target = { url: '', folder: '' };
  let name = '';
  beforeEach(async () => {
    name = `empty_${randomUUID().replaceAll('-', '')}`;
    target.folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-restore-'));
    await adminQuery(inject('databaseUrl'), `create database ${name}`);
    target.url = databaseUrl(inject('databaseUrl'), name);
  });
  afterEach(async () => {
    await dropDatabase(inject('databaseUrl'), name);
    await rm(target.folder, { recursive: true, force: true });
  });
  return target;
}
