import { rm } from 'node:fs/promises';
import path from 'node:path';
import { packSegments } from '@ledgerline/postgres';
import { withClient } from '../backup/installation.ts';
import type { DataPaths } from '../data-folder.ts';
import { databaseOn } from '../database/database.ts';
import type { Log } from '../log.ts';
import { basesOf, namesIn, UNFINISHED } from './archive-folder.ts';
import { copyNewFiles, removeGoneFiles } from './archived-files.ts';
import { type Archived, writeBase } from './base-backup.ts';
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
