import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { renameDurably } from '@ledgerline/host/durable';
import { readManifest } from './manifest.ts';

/** When the newest complete backup in a folder was created; null without one. Folders with other names are ignored. */
export async function lastBackupAt(backupsDir: string): Promise<string | null> {
  const names = await readdir(backupsDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  // The names start with the time, so the first complete one is the newest.
  for (const name of names.filter((one) => OWN_NAME.test(one)).sort((a, b) => b.localeCompare(a))) {
    const createdAt = await readCreatedAt(path.join(backupsDir, name));
    if (createdAt !== null) return createdAt;
  }
  return null;
}

const DAY_MS = 86_400_000;
/** The names that `writeBackup` gives folders without an explicit name. */
const OWN_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;
const HALF_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.unfinished$/;

/**
 * Removes backups older than the given number of days, after `verified` was written beside them and verified. Only folders with
 * our name format and a manifest count, never `verified` itself nor a newer one. Leftovers of an interrupted backup are removed
 * after a day. Returns the names of the removed backups.
 */
export async function removeOldBackups(
  backupsDir: string,
  { verified, retentionDays, now }: { verified: string; retentionDays: number; now: Date },
): Promise<string[]> {
  if (path.resolve(path.dirname(verified)) !== path.resolve(backupsDir)) return [];
  const newest = (await readManifest(verified)).created_at;
  const limit = new Date(now.getTime() - retentionDays * DAY_MS).toISOString();
  const removed: string[] = [];
  for (const entry of await readdir(backupsDir, { withFileTypes: true })) {
    const folder = path.join(backupsDir, entry.name);
    if (!entry.isDirectory() || folder === path.resolve(verified)) continue;
    if (HALF_NAME.test(entry.name) && (await isOlderThanADay(folder, now)))
      await rm(folder, { recursive: true, force: true });
    if (!OWN_NAME.test(entry.name)) continue;
    const createdAt = await readCreatedAt(folder);
    if (createdAt === null || createdAt >= limit || createdAt >= newest) continue;
    await removeBackup(folder);
    removed.push(entry.name);
  }
  return removed;
}

/** When a backup was created; null for a folder that is not a backup of ours, or whose manifest cannot be read. */
async function readCreatedAt(folder: string): Promise<string | null> {
  return readManifest(folder).then(
    ({ created_at }) => created_at,
    () => null,
  );
}

/** Renames the backup to an unfinished one first: a partly removed backup must not look complete. */
async function removeBackup(folder: string): Promise<void> {
  const half = `${folder}.unfinished`;
  await renameDurably(folder, half);
  await rm(half, { recursive: true, force: true });
}

async function isOlderThanADay(folder: string, now: Date): Promise<boolean> {
  return (await stat(folder)).mtimeMs < now.getTime() - DAY_MS;
}
