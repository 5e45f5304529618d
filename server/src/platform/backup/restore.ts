import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { reasonOf, StartupError } from '@ledgerline/host/startup-error';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { type DataPaths, dataPaths } from '../data-folder.ts';
import { databaseOn } from '../database/database.ts';
import { countKnownMigrations, migrateDatabase, migrateDatabaseTo } from '../database/migrate.ts';
import { findKeyProblemThoroughly } from '../secrets/key-marks.ts';
import { type KeyRing, requireKeys } from '../secrets/key-ring.ts';
import { copyOutOfBackup } from './copied-files.ts';
import { finishRestore, type RestoreTarget as Target } from './finish-restore.ts';
import { withClient } from './installation.ts';
import { filesBucketOf, KEYS_FILE, type Manifest, tableFile } from './manifest.ts';
import { BATCH_ROWS, countAppliedMigrations, listTables, quoted, type Table } from './tables.ts';
import { verifyBackup } from './verify.ts';

/** What was restored, and notes for the operator. */
export type Restored = Manifest & { notes: string[] };

/**
 * Loads a backup into an empty installation whose server is stopped, in one transaction: all or nothing. The backup is verified
 * before anything is changed. The database first gets the schema of the backup, and the newer migrations after the rows.
 */
export async function restoreBackup(target: Target, folder: string): Promise<Restored> {
  const { manifest, hasChecksums } = await verifyBackup(folder);
  await assertFits(target, manifest, folder);
  await migrateDatabaseTo(target.url, manifest.migrations);
  await copyOutOfBackup(target.paths, manifest, folder);
  const keys = await requireKeys(target.config, target.paths.keysFile);
  const verify = (client: pg.Client) => verifyKeys(client, keys, target.config);
  await withClient(target.url, (client) => load(client, manifest, folder, verify));
  await migrateDatabase(target.url);
  const notes = hasChecksums
    ? []
    : ['The backup was made by an earlier version and has no checksums: only its rows were counted.'];
  const home = dataPaths(path.resolve(folder, '..', '..'));
  const deletedClients = [home.deletedClientsFile, ...(target.deletedClients ?? [])];
  notes.push(...(await finishRestore({ ...target, deletedClients }, keys)));
  return { ...manifest, notes };
}

async function assertFits(target: Target, manifest: Manifest, folder: string): Promise<void> {
  if (!manifest.has_keys && !target.config.FIELD_KEYS) {
    throw new StartupError(
      'The backup contains no keys: set FIELD_KEYS to the keys of the installation it was created from.',
    );
  }
  if (manifest.files_bucket && !filesBucketOf(target.config)) {
    throw new StartupError(
      `The files of the backup are in the bucket ${manifest.files_bucket.bucket}: set STORAGE_PROVIDER=s3 and the S3 settings of that bucket, or of a copy of it.`,
    );
  }
  const known = await countKnownMigrations();
  if (manifest.migrations > known) {
    throw new StartupError(
      `The backup was made by a newer version (${manifest.version}): restore it with that version or a later one.`,
    );
  }
  await withClient(target.url, (client) => assertUnused(client, manifest));
  await assertSameKeys(target.paths, manifest, folder);
}

async function assertUnused(client: pg.Client, manifest: Manifest): Promise<void> {
  const applied = await countAppliedMigrations(client);
  if (applied > manifest.migrations) {
    throw new StartupError(
      'The database was already set up by a newer version than the backup: restore into a new, empty data folder or database.',
    );
  }
  if (applied === 0) return;
  for (const table of ['agents', 'clients']) {
    const there = await client.query('select to_regclass($1) is not null as there', [`public.${table}`]);
    if (!there.rows[0].there) continue;
    const { rows } = await client.query(`select exists (select from ${table}) as used`);
    if (rows[0].used) {
      throw new StartupError(
        'The installation already contains data. A backup is restored only into an empty one: set DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
      );
    }
  }
}

async function load(
  client: pg.Client,
  manifest: Manifest,
  folder: string,
  verify: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const tables = await tablesOf(client, manifest, folder);
  try {
    await client.query('begin');
    await client.query("set local timezone = 'UTC'");
    const constraints = await dropForeignKeys(client);
    for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`);
    await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);
    for (const table of tables) await loadTable(client, table, folder);
    for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`);
    for (const add of constraints) await client.query(add);
    for (const { name, last_value } of manifest.sequences)
      await client.query('select setval($1::regclass, $2)', [`public.${quoted(name)}`, last_value]);
    await verifyCounts(client, manifest);
    await verify(client);
    await client.query('commit');
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The backup could not be restored (${reasonOf(error)}). The database stays empty.`,
      {
        cause: error,
      },
    );
  }
}

/** The tables in the manifest's column order, with the types of this database. */
async function tablesOf(client: pg.Client, manifest: Manifest, folder: string): Promise<Table[]> {
  const known = new Map((await listTables(client)).map((table) => [table.name, table]));
  return manifest.tables.map(({ name, columns }) => {
    const types = new Map(known.get(name)?.columns.map((column) => [column.name, column.type]));
    return {
      name,
      columns: columns.map((column) => {
        const type = types.get(column);
        if (!type)
          throw new StartupError(`The backup ${folder} names ${name}.${column}, which does not exist.`);
        return { name: column, type };
      }),
    };
  });
}

/** Tables that reference each other have no valid insertion order: foreign keys are dropped, and re-created with validation. */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of rows)
    await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`);
  return rows.map(
    ({ table, name, definition }) =>
      `alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`,
  );
}

async function loadTable(client: pg.Client, table: Table, folder: string): Promise<void> {
  const names = table.columns.map(({ name }) => quoted(name)).join(', ');
  const values = table.columns.map(({ type }, position) => `(line->>${position})::${type}`).join(', ');
  const insert = `insert into ${quoted(table.name)} (${names}) overriding system value
                  select ${values} from jsonb_array_elements($1::jsonb) as line`;
  const write = (lines: string[]) => client.query(insert, [`[${lines.join(',')}]`]);
  const file = path.join(folder, tableFile(table.name));
  try {
    await pipeline(createReadStream(file), createGunzip(), async (source: AsyncIterable<Buffer>) => {
      for await (const batch of batches(source)) await write(batch);
    });
  } catch (error) {
    throw new StartupError(
      `The backup’s file ${file} could not be restored (${reasonOf(error)}). The database stays empty.`,
      {
        cause: error,
      },
    );
  }
}

async function* batches(source: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  const batch: string[] = [];
  for await (const chunk of source) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    batch.push(...lines);
    while (batch.length >= BATCH_ROWS) yield batch.splice(0, BATCH_ROWS);
  }
  if (rest !== '') batch.push(rest);
  if (batch.length > 0) yield batch;
}

async function verifyCounts(client: pg.Client, manifest: Manifest): Promise<void> {
  for (const { name, rows } of manifest.tables) {
    const counted = await client.query(`select count(*)::int as n from ${quoted(name)}`);
    if (counted.rows[0].n === rows) continue;
    throw new StartupError(
      `The backup is not complete: ${name} has ${counted.rows[0].n} of ${rows} rows. The database stays empty.`,
    );
  }
}

/**
 * Keys are validated by decrypting values of the backup, not by their names. A different token secret is no reason to reject the
 * rows: the server reports at its next start what to do.
 */
async function verifyKeys(client: pg.Client, keys: KeyRing, config: Config): Promise<void> {
  const problem = await findKeyProblemThoroughly(databaseOn(client), keys);
  if (problem?.of !== 'field_keys') return;
  const source = config.FIELD_KEYS ? 'FIELD_KEYS' : `The ${KEYS_FILE} of the backup`;
  throw new StartupError(
    `${source} cannot decrypt the values of the backup (key ${problem.ids.join(', ')}): set FIELD_KEYS to the keys of the installation it was created from. The database stays empty.`,
  );
}

/** A data folder with its own keys belongs to another installation, whose values no other key decrypts. */
async function assertSameKeys(paths: DataPaths, manifest: Manifest, folder: string): Promise<void> {
  if (!manifest.has_keys) return;
  const present = await readFile(paths.keysFile, 'utf8').catch(() => null);
  if (present === null || present === (await readFile(path.join(folder, KEYS_FILE), 'utf8'))) return;
  throw new StartupError(
    `${paths.keysFile} contains keys of another installation: set DATA_DIR to a new folder, or move that file away.`,
  );
}
