import { stat } from 'node:fs/promises';
import path from 'node:path';
import { openToRead, writeDurably } from '@ledgerline/host/durable';
import { StartupError } from '@ledgerline/host/startup-error';
import { isWalFile, recoverEmbeddedPostgres, startEmbeddedPostgres } from '@ledgerline/postgres';
import { filesBelow } from '../backup/copied-files.ts';
import { finishRestore } from '../backup/finish-restore.ts';
import { withClient } from '../backup/installation.ts';
import type { Config } from '../config.ts';
import { type DataFolder, openDataFolder } from '../data-folder.ts';
import { type Database, databaseOn } from '../database/database.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { findKeys, type KeyRing, readKeyFile, requireKeys, writeKeyFile } from '../secrets/key-ring.ts';
import { findUnreferenced } from '../storage/file-columns.ts';
import { type ArchiveFolder, basesOf, namesIn } from './archive-folder.ts';
import { baseFor, isSegmentBefore } from './rules.ts';

/** An installation restored to a point in time; its server is stopped. */
export interface RestoredAt {
  url: string;
  paths: DataFolder;
  notes: string[];
  close(): Promise<void>;
}

const KEYS_AT_ONCE = 500;

/**
 * Creates an installation in an empty data folder as it was at `until` (or at the end of the archive): database, keys, files and
 * templates. Sign-ins and jobs of that time are dropped, as in a restore from a backup.
 */
export async function restoreAt(
  config: Config,
  archive: ArchiveFolder,
  until: Date | null,
): Promise<RestoredAt> {
  if (config.DATABASE_URL) {
    throw new StartupError(
      'DATABASE_URL is set: restore your own PostgreSQL to a point in time with its own tools (docs/operations.md).',
    );
  }
  const base = baseFor(await basesOf(archive), until);
  if (!base) throw new StartupError(await noBaseMessage(archive));
  const paths = await openDataFolder(config.dataDir);
  try {
    await restoreKeys(config, paths, archive);
    const names = (await namesIn(archive.walDir)).filter(isWalFile);
    const wal = names
      .filter((name) => !isSegmentBefore(name, base.first_segment))
      .map((name) => path.join(archive.walDir, name));
    await recoverEmbeddedPostgres({ dataDir: paths.path, base: base.folder, wal, until });
    const embedded = await startEmbeddedPostgres({ dataDir: paths.path });
    const close = async () => {
      await embedded.stop();
      await paths.release();
    };
    try {
      return {
        url: embedded.url,
        paths,
        notes: await prepareDatabase(config, paths, archive, embedded.url),
        close,
      };
    } catch (error) {
      await embedded.stop();
      throw error;
    }
  } catch (error) {
    await paths.release();
    throw error;
  }
}

async function noBaseMessage(archive: ArchiveFolder): Promise<string> {
  const [first] = await basesOf(archive);
  return first
    ? `The archive ${archive.path} begins at ${first.finished_at}: choose that time or a later one.`
    : `There is no complete base backup in ${archive.path}.`;
}

/** The newest keys first, then every retired key: files may still be wrapped with one of them. */
async function restoreKeys(config: Config, paths: DataFolder, archive: ArchiveFolder): Promise<void> {
  if (config.FIELD_KEYS) return;
  if ((await findKeys(config, paths.keysFile)).hasFile)
    throw new StartupError(`There are already keys in ${paths.path}: choose an empty data folder.`);
  const rings: KeyRing[] = [];
  for (const name of (await namesIn(archive.keysDir)).reverse()) {
    const found = await readKeyFile(path.join(archive.keysDir, name));
    if (found) rings.push(found);
  }
  const [newest] = rings;
  if (!newest)
    throw new StartupError(
      'The archive contains no keys: set FIELD_KEYS and TOKEN_SECRET to those of the installation.',
    );
  const keys = new Map(rings.flatMap(({ fieldKeys }) => fieldKeys).map((key) => [key.id, key]));
  await writeKeyFile(paths.keysFile, { ...newest, fieldKeys: [...keys.values()] });
}

async function prepareDatabase(
  config: Config,
  paths: DataFolder,
  archive: ArchiveFolder,
  url: string,
): Promise<string[]> {
  await migrateDatabase(url);
  const notes = await finishRestore({ url, paths, config }, await requireKeys(config, paths.keysFile));
  await withClient(url, async (client) => {
    // Users sign in again; the scheduler finds again what a job would have done.
    await client.query(
      'delete from sign_ins; delete from remembered_devices; delete from rate_limits; delete from job_holds; delete from job_servers',
    );
    const { rows } = await client.query(`select to_regclass('pgboss.job') is not null as there`);
    if (rows[0].there) await client.query(`delete from pgboss.job where state < 'completed'`);
  });
  const missing = await withClient(url, (client) => restoreFiles(databaseOn(client), paths, archive));
  await copyAll(archive.templatesDir, paths.templatesDir);
  if (missing > 0) notes.push(`Files that the database references but the archive lacks: ${missing}.`);
  return notes;
}

/** Copies the files that rows of that time reference; returns how many are missing. */
async function restoreFiles(db: Database, paths: DataFolder, archive: ArchiveFolder): Promise<number> {
  let batch: string[] = [];
  let copied = 0;
  const flush = async () => {
    const unreferenced = new Set(await findUnreferenced(db, batch));
    for (const key of batch.filter((name) => !unreferenced.has(name))) {
      await copyOne(path.join(archive.filesDir, key), path.join(paths.filesDir, key));
      copied += 1;
    }
    batch = [];
  };
  for await (const key of filesBelow(archive.filesDir)) {
    batch.push(key);
    if (batch.length === KEYS_AT_ONCE) await flush();
  }
  await flush();
  return Math.max(0, (await countNamed(db)) - copied);
}

async function countNamed(db: Database): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `select (select count(*) from documents)::int + (select count(*) from global_form_documents)::int
          + (select count(template_key) + count(sealed_key) from esign_envelopes)::int
          + (select count(storage_key) from audit_archives)::int as n`,
  );
  return row?.n ?? 0;
}

async function copyAll(from: string, to: string): Promise<void> {
  for await (const name of filesBelow(from)) await copyOne(path.join(from, name), path.join(to, name));
}

async function copyOne(from: string, to: string): Promise<void> {
  const isThere = await stat(to).then(
    () => true,
    () => false,
  );
  if (!isThere) await writeDurably(to, await openToRead(from));
}
