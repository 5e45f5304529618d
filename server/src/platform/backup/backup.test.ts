import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { updateClient } from '@ledgerline/contract/clients/endpoints';
import { describe, expect, inject, it } from 'vitest';
import { fixedClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { dataPaths } from '#platform/data-folder.ts';
import { openDatabase } from '#platform/database/database.ts';
import { countKnownMigrations, migrateDatabaseTo } from '#platform/database/migrate.ts';
import { createFieldCipher } from '#platform/secrets/field-cipher.ts';
import { writeKeyFile } from '#platform/secrets/key-ring.ts';
import { createDiskStorage } from '#platform/storage/disk.ts';
import { UNFINISHED_FOLDER } from '#platform/storage/storage.ts';
import { adminQuery, databaseUrl, dropDatabase } from '#testing/database.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { TEST_RING, useRestoreTarget } from '#testing/restore-target.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';
import { writeBackup } from './backup.ts';
import { withClient } from './installation.ts';
import { manifestText, readManifest } from './manifest.ts';
import { restoreBackup } from './restore.ts';
import { countAppliedMigrations, listTables } from './tables.ts';

const t = useTestApp();

const target = useRestoreTarget();

const sourceUrl = () => String(t.current.deps.database.pool.options.connectionString);

async function sourceFolder() {
  const paths = dataPaths(path.join(target.folder, 'data'));
  await mkdir(path.join(paths.filesDir, '2026'), { recursive: true });
  await writeFile(path.join(paths.filesDir, '2026', 'a.pdf'), 'a document');
  await createDiskStorage(paths.filesDir).put('documents/2026/b.pdf', Buffer.from('a stored document'));
  await writeFile(path.join(paths.filesDir, UNFINISHED_FOLDER, 'half'), 'half a doc');
  await writeKeyFile(paths.keysFile, TEST_RING);
  return paths;
}

async function backUp(folder?: string): Promise<string> {
  const paths = await sourceFolder();
  return writeBackup({ url: sourceUrl(), paths, version: '0.1.0', clock: fixedClock(TEST_NOW) }, folder);
}

async function restoreInto(url: string, folder: string, environment: Record<string, string> = {}) {
  const dir = path.join(target.folder, 'restored');
  await mkdir(dir, { recursive: true });
  const config = readConfig({ DATA_DIR: dir, ...environment });
  return restoreBackup({ url, paths: dataPaths(dir), config }, folder);
}

/** As created by an earlier version. */
async function withoutChecksums(folder: string): Promise<void> {
  const { files: _, sha256: __, waiting_mails: ___, ...manifest } = await readManifest(folder);
  const tables = manifest.tables.map(({ sha256: ____, ...table }) => table);
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify({ ...manifest, tables }));
}

/** Every row of every table, as PostgreSQL writes it. */
function everything(url: string): Promise<Record<string, string[]>> {
  return withClient(url, async (client) => {
    const all: Record<string, string[]> = {};
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query(`select r::text as row from "${name}" r order by 1`);
      all[name] = rows.map(({ row }) => row);
    }
    return all;
  });
}

async function createData(): Promise<number> {
  const agent = await signInAs(t.current, { is_owner: true });
  const id = await buildClient(t.current, { ssn: '123-45-6789', notes: '<p>Zoë\n"quoted" \\ and a 😀</p>' });
  await agent.call(updateClient, {
    params: { id },
    body: { ssn: '987-65-4321', agi: 1234.5, dob: '1990-05-31' },
  });
  await t.current.deps.database.query(
    `insert into clients (created_at, updated_at, client_last_name)
     select now(), now(), 'Client ' || n from generate_series(1, 450) n`,
  );
  await t.current.deps.database.query('delete from clients where id = (select max(id) from clients)');
  return id;
}

describe('a backup', () => {
  it('restores into an empty database with the same rows, files and secrets', async () => {
    const id = await createData();
    const folder = await backUp();
    await restoreInto(target.url, folder);
    expect(await everything(target.url)).toEqual(await everything(sourceUrl()));
    const restored = dataPaths(path.join(target.folder, 'restored'));
    expect(await readFile(path.join(restored.filesDir, '2026', 'a.pdf'), 'utf8')).toBe('a document');
    const stored = await createDiskStorage(restored.filesDir).read('documents/2026/b.pdf');
    expect(stored.toString()).toBe('a stored document');
    await expect(readdir(path.join(restored.filesDir, UNFINISHED_FOLDER))).rejects.toThrow(/ENOENT/);
    expect((await stat(restored.keysFile)).mode & 0o777).toBe(0o600);
    const database = openDatabase(target.url, { max: 1, onError: () => undefined });
    const [row] = await database.query<{ ssn: string; wrapped_key: string; search_text: string }>(
      'select ssn, wrapped_key, search_text from clients join client_outlines on client_id = id join client_keys using (id) where id = $1',
      [id],
    );
    const aad = { table: 'clients', row: id, field: 'ssn' };
    expect(createFieldCipher(TEST_RING).decrypt(row?.ssn ?? '', aad, row?.wrapped_key)).toBe('987-65-4321');
    expect(row?.search_text).toContain('casey');
    await database.close();
  });

  it('gives new rows ids after those of deleted ones, and continues counting', async () => {
    await createData();
    await restoreInto(target.url, await backUp());
    const [last, counted, next] = await withClient(target.url, async (client) => [
      await withClient(sourceUrl(), (source) => source.query('select last_value from clients_id_seq')),
      await client.query('select sum(delta)::int as n from client_count_deltas'),
      await client.query(
        `insert into clients (created_at, updated_at) values (now(), now())
         returning id, (select count(*)::int from clients) as before`,
      ),
    ]);
    expect(Number(next?.rows[0].id)).toBe(Number(last?.rows[0].last_value) + 1);
    expect(counted?.rows[0].n).toBe(next?.rows[0].before);
    const after = await withClient(target.url, (client) =>
      client.query('select sum(delta)::int as n from client_count_deltas'),
    );
    expect(after.rows[0].n).toBe(next?.rows[0].before + 1);
  });

  it('is private, named by its time, and rejects a folder in use', async () => {
    const folder = await backUp();
    expect(path.basename(folder)).toBe('2026-11-20T15-00-00.000Z');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(folder, 'keys.json'))).mode & 0o777).toBe(0o600);
    expect(await readdir(path.dirname(folder))).toEqual([path.basename(folder)]);
    await expect(backUp(folder)).rejects.toThrow(`The folder ${folder} is not empty. Choose a new one.`);
  });

  it('is not restored over existing data', async () => {
    await buildClient(t.current);
    const folder = await backUp();
    await restoreInto(target.url, folder);
    const before = await everything(target.url);
    await expect(restoreInto(target.url, folder)).rejects.toThrow('The installation already contains data.');
    expect(await everything(target.url)).toEqual(before);
  });

  it('from an older version is migrated to the newest schema', async () => {
    const olderUrl = databaseUrl(inject('databaseUrl'), `older_${randomUUID().replaceAll('-', '')}`);
    const olderName = new URL(olderUrl).pathname.slice(1);
    await adminQuery(inject('databaseUrl'), `create database ${olderName}`);
    await migrateDatabaseTo(olderUrl, 3);
    await withClient(olderUrl, (client) =>
      client.query(
        `insert into clients (created_at, updated_at, client_last_name) values (now(), now(), 'Older')`,
      ),
    );
    const source = {
      url: olderUrl,
      paths: await sourceFolder(),
      version: '0.0.1',
      clock: fixedClock(TEST_NOW),
    };
    const folder = await writeBackup(source);
    await dropDatabase(inject('databaseUrl'), olderName);
    expect(await restoreInto(target.url, folder)).toMatchObject({ migrations: 3, version: '0.0.1' });
    const shape = await withClient(target.url, async (client) => [
      await countAppliedMigrations(client),
      (await client.query('select client_last_name from clients')).rows,
    ]);
    expect(shape).toEqual([await countKnownMigrations(), [{ client_last_name: 'Older' }]]);
  });

  it('excludes sign-ins and remembered devices, so that none ended since becomes valid again', async () => {
    await signInAs(t.current);
    const folder = await backUp();
    const names = (await readManifest(folder)).tables.map(({ name }) => name);
    const files = await readdir(path.join(folder, 'tables'));
    for (const name of ['sign_ins', 'remembered_devices'])
      expect([names.includes(name), files.includes(`${name}.jsonl.gz`)]).toEqual([false, false]);
  });

  it('from a newer version is rejected', async () => {
    const folder = await backUp();
    const manifest = JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8'));
    await writeFile(
      path.join(folder, 'manifest.json'),
      manifestText({ ...manifest, migrations: 999, version: '9.0.0' }),
    );
    await expect(restoreInto(target.url, folder)).rejects.toThrow('made by a newer version (9.0.0)');
  });

  it('whose values no configured key decrypts is rejected', async () => {
    await buildClient(t.current, { ssn: '123-45-6789' });
    const folder = await backUp();
    const FIELD_KEYS = `other:${Buffer.alloc(32, 9).toString('base64')}`;
    await expect(restoreInto(target.url, folder, { FIELD_KEYS })).rejects.toThrow(
      'FIELD_KEYS cannot decrypt the values of the backup (key test)',
    );
    const sameName = { FIELD_KEYS: `test:${Buffer.alloc(32, 9).toString('base64')}` };
    await expect(restoreInto(target.url, folder, sameName)).rejects.toThrow('FIELD_KEYS cannot decrypt');
    await restoreInto(target.url, folder);
  });

  it('with the key file of another installation, or without its own, is rejected with a clear message', async () => {
    await buildClient(t.current, { ssn: '123-45-6789' });
    const folder = await backUp();
    const keysFile = path.join(folder, 'keys.json');
    await writeKeyFile(keysFile, { ...TEST_RING, fieldKeys: [{ id: 'test', key: Buffer.alloc(32, 9) }] });
    await expect(restoreInto(target.url, folder)).rejects.toThrow('keys.json does not match its checksum');
    await withoutChecksums(folder);
    await expect(restoreInto(target.url, folder)).rejects.toThrow(
      'The keys.json of the backup cannot decrypt the values of the backup (key test)',
    );
    await rm(keysFile);
    await expect(restoreInto(target.url, folder)).rejects.toThrow('keys.json is missing');
  });

  it('is not restored over the keys of another installation', async () => {
    const folder = await backUp();
    const { keysFile } = dataPaths(path.join(target.folder, 'restored'));
    await writeKeyFile(keysFile, { ...TEST_RING, fieldKeys: [{ id: 'k1', key: Buffer.alloc(32, 9) }] });
    const before = await readFile(keysFile, 'utf8');
    await expect(restoreInto(target.url, folder)).rejects.toThrow(`${keysFile} contains keys of another`);
    expect(await readFile(keysFile, 'utf8')).toBe(before);
  });
});
