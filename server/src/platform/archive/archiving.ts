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
 * Keeps the archive complete while the server runs: every minute the files that are new and the log packed, once a day a base backup, after
 * which goes what no moment of the kept days needs. What fails is logged and tried again a minute later.
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
      // What came since the last turn; PostgreSQL hands over its own rest as it stops.
      await copyNewFiles(parts.paths, parts.archive, known, parts.clock.now()).catch((error: unknown) =>
        parts.log.error({ err: error }, 'the archive could not be written'),
      );
    },
  };
}

/** One turn of it. */
export async function archiveOnce(parts: Parts, known: Set<string>): Promise<void> {
  const { archive, paths, clock } = parts;
  await copyNewFiles(paths, archive, known, clock.now());
  await packSegments(archive.walDir);
  await reportFailures(parts);
  if (!isBaseDue(await basesOf(archive), clock.now())) return;
  await writeBase(parts);
  await removeOutdated(parts);
}

/** A full disk or a folder that is gone keeps segments from being handed over; they wait in the database's folder. */
async function reportFailures({ url, log }: Parts): Promise<void> {
  const [state] = await withClient(url, (client) =>
    databaseOn(client).query<{ failing: boolean; segment: string | null }>(
      `select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing,
              last_failed_wal as segment from pg_stat_archiver`,
    ),
  );
  if (state?.failing)
    log.error({ segment: state.segment }, 'the archive does not take the log of the database');
}

/** Removes what no moment of the kept days needs, and halves of bases that were never finished. */
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
