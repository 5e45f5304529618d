import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createFolders, renameDurably, syncFolders, writeSynced } from '@ledgerline/host/durable';
import { reasonOf, StartupError } from '@ledgerline/host/startup-error';
import type pg from 'pg';
import type { Clock } from '../clock.ts';
import type { DataPaths } from '../data-folder.ts';
import { copyIntoBackup } from './copied-files.ts';
import { withClient } from './installation.ts';
import {
  type FilesBucket,
  KEYS_FILE,
  MANIFEST_FILE,
  type Manifest,
  manifestText,
  tableFile,
} from './manifest.ts';
import {
  BATCH_ROWS,
  countAppliedMigrations,
  listSequences,
  listTables,
  quoted,
  type Table,
} from './tables.ts';

export interface BackupSource {
  url: string;
  paths: DataPaths;
  version: string;
  clock: Clock;
  /** The location of the files if not in the data folder; the backup records the bucket and leaves the files there. */
  bucket?: FilesBucket | null;
}

/**
 * Writes a complete backup and returns its folder: `folder`, or one named by the time under the data folder. Works beside a
 * running server: the tables are read in one snapshot transaction. The folder gets its final name once everything in it is
 * flushed to disk.
 */
export async function writeBackup(source: BackupSource, folder?: string): Promise<string> {
  const now = source.clock.now().toISOString();
  const target = path.resolve(folder ?? path.join(source.paths.backupsDir, now.replaceAll(':', '-')));
  await assertUnusedFolder(target);
  const unfinished = `${target}.unfinished`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await createFolders(path.dirname(unfinished));
    await mkdir(path.join(unfinished, 'tables'), { recursive: true, mode: 0o700 });
    await chmod(unfinished, 0o700);
    const data = await withClient(source.url, (client) => writeTables(client, unfinished));
    // Files are copied after the rows, so that every row finds its file.
    const files = await copyIntoBackup(source, unfinished);
    const manifest: Manifest = {
      product: 'ledgerline',
      format: 1,
      version: source.version,
      created_at: now,
      ...data,
      has_keys: files.some((file) => file.path === KEYS_FILE),
      ...(source.bucket ? { files_bucket: source.bucket } : {}),
      files,
    };
    await writeSynced(path.join(unfinished, MANIFEST_FILE), manifestText(manifest));
    await syncFolders(unfinished);
    await renameDurably(unfinished, target);
    return target;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (error instanceof StartupError) throw error;
    throw new StartupError(`The backup failed (${reasonOf(error)}).`, { cause: error });
  }
}

async function assertUnusedFolder(target: string): Promise<void> {
  const entries = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new StartupError(`The backup cannot be written to ${target} (${error.code}).`);
  });
  if (entries.length > 0) throw new StartupError(`The folder ${target} is not empty. Choose a new one.`);
}

async function writeTables(
  client: pg.Client,
  folder: string,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'waiting_mails'>> {
  await client.query('begin transaction isolation level repeatable read read only');
  // Timestamps are written with their offset, so that they mean the same wherever they are restored.
  await client.query("set local timezone = 'UTC'; set local datestyle = 'ISO'");
  const migrations = await countAppliedMigrations(client);
  if (migrations === 0) throw new StartupError('The database is empty: there is nothing to back up.');
  const tables: Manifest['tables'] = [];
  for (const table of await listTables(client)) {
    const written = await writeTable(client, table, path.join(folder, tableFile(table.name)));
    tables.push({ name: table.name, columns: table.columns.map(({ name }) => name), ...written });
  }
  const sequences = await listSequences(client);
  const waiting_mails = await countWaitingEmails(client, tables);
  await client.query('commit');
  return { migrations, tables, sequences, waiting_mails };
}

async function countWaitingEmails(client: pg.Client, tables: Manifest['tables']): Promise<number> {
  if (!tables.some(({ name }) => name === 'mail_messages')) return 0;
  const { rows } = await client.query(`select count(*)::int as n from mail_messages where status = 'queued'`);
  return rows[0].n;
}

/** One line per row: a JSON array of the columns as PostgreSQL prints them, so that no precision is lost. */
async function writeTable(
  client: pg.Client,
  table: Table,
  file: string,
): Promise<{ rows: number; sha256: string }> {
  const cells = table.columns.map(({ name }) => `${quoted(name)}::text`).join(', ');
  await client.query(
    `declare backup_rows no scroll cursor for
       select array_to_json(array[${cells}]::text[])::text as line from ${quoted(table.name)}`,
  );
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${BATCH_ROWS} from backup_rows`);
      if (rows.length === 0) return;
      count += rows.length;
      yield rows.map(({ line }) => `${line}\n`).join('');
    }
  }
  let sha256 = '';
  await pipeline(Readable.from(lines()), createGzip({ level: 6 }), async (packed: AsyncIterable<Buffer>) => {
    ({ sha256 } = await writeSynced(file, packed));
  });
  await client.query('close backup_rows');
  return { rows: count, sha256 };
}
