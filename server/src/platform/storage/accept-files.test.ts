import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { openDatabase } from '#platform/database/database.ts';
import { countKnownMigrations, migrateDatabaseTo } from '#platform/database/migrate.ts';
import { openKeyRing } from '#platform/secrets/open-keys.ts';
import { adminQuery, databaseUrl, dropDatabase } from '#testing/database.ts';
import { openTransactionPooler } from '#testing/transaction-pooler.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../../../scripts/accept-files.ts');
const serverUrl = inject('databaseUrl');
let parent: string;
let name: string;
let url: string;

/** A database as the previous version left it, used with the keys in the folder `a`. */
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'ledgerline-accept-'));
  name = `test_${randomUUID().replaceAll('-', '')}`;
  url = databaseUrl(serverUrl, name);
  await adminQuery(serverUrl, `create database ${name}`);
  await migrateDatabaseTo(url, (await countKnownMigrations()) - 1);
  const config = readConfig({ DATA_DIR: path.join(parent, 'a') });
  const database = openDatabase(url, { max: 1, onError: () => undefined });
  await openKeyRing(database, config, path.join(parent, 'a', 'keys.json'));
  await database.close();
});
afterEach(async () => {
  await dropDatabase(serverUrl, name);
  await rm(parent, { recursive: true, force: true });
});

const accept = (folder: string, address = url) =>
  promisify(execFile)(process.execPath, [SCRIPT], {
    env: { PATH: process.env.PATH, DATABASE_URL: address, DATA_DIR: path.join(parent, folder) },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

/** What the command changes: the version of the database, and the location it has claimed. */
async function state() {
  const database = openDatabase(url, { max: 1, onError: () => undefined });
  try {
    const [migrations] = await database.query('select count(*)::int as n from __drizzle_migrations');
    return { migrations, marks: await database.query('select * from installation_marks order by name') };
  } finally {
    await database.close();
  }
}

describe('npm run storage:accept', () => {
  it('claims the location for the database whose keys are in its data folder', async () => {
    const before = await state();
    const { code, stdout, stderr } = await accept('a');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('now belongs to this database. 0 of its 0 newest files were found.');
    const after = await state();
    expect(after.migrations).toEqual({ n: await countKnownMigrations() });
    expect(after.marks).toHaveLength(before.marks.length + 1);
  });

  it('changes nothing in a database that was used with other keys', async () => {
    const before = await state();
    const { code, stderr } = await accept('b');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The keys of this database are missing: /);
    expect(await state()).toEqual(before);
  });

  it('is rejected behind a pooler in transaction mode, as a start is', async () => {
    const before = await state();
    const pooler = await openTransactionPooler(url, 'last');
    const { code, stderr } = await accept('a', pooler.url);
    await pooler.close();
    expect([code, stderr]).toEqual([1, expect.stringContaining('a pooler in transaction mode')]);
    expect(await state()).toEqual(before);
  });
});
