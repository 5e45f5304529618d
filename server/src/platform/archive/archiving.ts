import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createFolders, openToRead, renameDurably, syncFolders, writeSynced } from '@ledgerline/host/durable';
import { packSegments } from '@ledgerline/postgres';
import type pg from 'pg';
import { withClient } from '../backup/installation.ts';
import type { Clock } from '../clock.ts';
import type { DataPaths } from '../data-folder.ts';
import { databaseOn } from '../database/database.ts';
import type { Log } from '../log.ts';
import {
  type ArchiveFolder,
  BASE_NOTE,
  type BaseNote,
  basesOf,
  nameOf,
  namesIn,
  UNFINISHED,
} from './archive-folder.ts';
import { copyNewFiles, removeGoneFiles } from './archived-files.ts';
import { isBaseDue, isSegmentBefore, outdatedBases } from './rules.ts';

const EVERY_MS = 60_000;

interface Parts extends Archived {
  paths: DataPaths;
  retentionDays: number;
  log: Log;
}

/**
 * Keeps the archive complete while the server runs: new files and log segments every minute, a base backup once a day, after
 * which it removes what no point of the retention period needs. Errors are logged and the work is retried a minute later.
 */
export function runArchiving(parts: Parts): { stop(): Promise<void> } {
  const known = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isStopped = false;
  const next = () => {
    running = archiveOnce(parts, known)
      .catch((error: unknown) => parts.log.error({ err: error }, 'the archive could not be written'))
      .then(() => {
        if (!isStopped) timer = setTimeout(next, EVERY_MS).unref();
      });
  };
  next();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
      // Files added since the last run; PostgreSQL archives its remaining log when it stops.
      await copyNewFiles(parts.paths, parts.archive, known, parts.clock.now()).catch((error: unknown) =>
        parts.log.error({ err: error }, 'the archive could not be written'),
      );
    },
  };
}

/** One run of it. */
export async function archiveOnce(parts: Parts, known: Set<string>): Promise<void> {
  const { archive, paths, clock } = parts;
  await copyNewFiles(paths, archive, known, clock.now());
  await packSegments(archive.walDir);
  await reportFailures(parts);
  if (!isBaseDue(await basesOf(archive), clock.now())) return;
  await writeBase(parts);
  await removeOutdated(parts);
}

/** A full disk or a missing folder blocks the archiving of segments; they wait in the database's folder. */
async function reportFailures({ url, log }: Parts): Promise<void> {
  const [state] = await withClient(url, (client) =>
    databaseOn(client).query<{ failing: boolean; segment: string | null }>(
      `select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing,
              last_failed_wal as segment from pg_stat_archiver`,
    ),
  );
  if (state?.failing) log.error({ segment: state.segment }, 'the database log cannot be archived');
}

/** Removes what no point of the retention period needs, and unfinished base backups. */
export async function removeOutdated({
  archive,
  paths,
  retentionDays,
  clock,
}: Pick<Parts, 'archive' | 'paths' | 'retentionDays' | 'clock'>): Promise<void> {
  const now = clock.now();
  for (const name of await namesIn(archive.basesDir))
    if (name.endsWith(UNFINISHED))
      await rm(path.join(archive.basesDir, name), { recursive: true, force: true });
  for (const { folder } of outdatedBases(await basesOf(archive), retentionDays, now))
    await rm(folder, { recursive: true, force: true });
  const [oldest] = await basesOf(archive);
  for (const name of await namesIn(archive.walDir))
    if (oldest && isSegmentBefore(name, oldest.first_segment))
      await rm(path.join(archive.walDir, name), { force: true });
  await removeGoneFiles(paths, archive, { retentionDays, now });
}

/** A running embedded database and the location of its archive. */
interface Archived {
  url: string;
  clusterDir: string;
  archive: ArchiveFolder;
  version: string;
  clock: Clock;
}

/** What a copy of a running cluster excludes: PostgreSQL recreates it, or must not find it (PostgreSQL, 25.3.4). */
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|backup-granted|pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.+|(.*\/)?pgsql_tmp.*|(.*\/)?pg_internal\.init.*|global\/pg_control\.old)$/;

/**
 * Copies the cluster while it is in use, between PostgreSQL's start and end of a backup, and returns the folder. The folder gets
 * its final name once the segments it needs have been archived and everything is flushed to disk.
 */
async function writeBase({ url, clusterDir, archive, version, clock }: Archived): Promise<string> {
  const target = path.join(archive.basesDir, nameOf(clock.now()));
  const unfinished = `${target}${UNFINISHED}`;
  await createFolders(archive.basesDir);
  try {
    await mkdir(unfinished, { mode: 0o700 });
    const note = await withClient(url, async (client) => {
      await client.query(`select pg_backup_start('ledgerline', true)`);
      await copyCluster(clusterDir, path.join(unfinished, 'cluster'));
      return finish(client, path.join(unfinished, 'cluster'), version);
    });
    const password = path.join(path.dirname(clusterDir), 'password');
    await writeSynced(path.join(unfinished, 'password'), await openToRead(password));
    await writeSynced(path.join(unfinished, BASE_NOTE), `${JSON.stringify(note)}\n`);
    await syncFolders(unfinished);
    await renameDurably(unfinished, target);
    return target;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** A recovery starts from the label; without it PostgreSQL would treat the copy as a crashed cluster. */
async function finish(client: pg.Client, cluster: string, version: string): Promise<BaseNote> {
  const { rows } = await client.query<{ label: string; at: string }>(
    `select labelfile as label, to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
       from pg_backup_stop(true)`,
  );
  const { label = '', at = '' } = rows[0] ?? {};
  const first_segment = /START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(label)?.[1];
  if (!first_segment) throw new Error('PostgreSQL returned no label for the backup');
  await writeSynced(path.join(cluster, 'backup_label'), label);
  return { finished_at: at, first_segment, version };
}

async function copyCluster(from: string, to: string, below = ''): Promise<void> {
  await mkdir(path.join(to, below), { mode: 0o700 });
  for (const entry of await readdir(path.join(from, below), { withFileTypes: true })) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (LEFT_OUT.test(name)) continue;
    if (entry.isDirectory()) await copyCluster(from, to, name);
    else if (entry.isFile()) await copyIfExists(path.join(from, name), path.join(to, name));
  }
}

/** A table was dropped in the meantime: the log records that too. */
async function copyIfExists(from: string, to: string): Promise<void> {
  try {
    await writeSynced(to, await openToRead(from));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
