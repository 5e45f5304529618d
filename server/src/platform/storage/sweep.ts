import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isUnfinished } from '@ledgerline/host/durable';
import type { Deps } from '../context.ts';
import { dataPaths } from '../data-folder.ts';
import type { Database } from '../database/database.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import { findUnreferenced, newestReferenced, REFERENCED_FOLDERS } from './file-columns.ts';
import { ownStorage, storageOwner } from './file-owner.ts';
import { type Storage, type StoredFile, UNFINISHED_FOLDER } from './storage.ts';
import { lockFile } from './store-file.ts';

type Parts = Pick<Deps, 'config' | 'clock' | 'log' | 'database'> & { storage: Storage };

const DAY_MS = 86_400_000;
const BATCH = 500;
/** This many files without a row do not make the owner doubtful; more do if they outnumber those with a row. */
const FEW = 20;

/** Once a day: removes files that a crash left between the file and its row, and unfinished files. */
export function sweepJob(deps: Parts): JobHandler {
  return {
    queue: 'sweep-files',
    cron: '41 3 * * *',
    work: async () => {
      await sweepFiles(deps);
    },
  };
}

/** Removes files older than a day that no row references; returns the keys of the removed files. */
export async function sweepFiles(deps: Parts): Promise<string[]> {
  const before = new Date(deps.clock.now().getTime() - DAY_MS);
  await removeUnfinished(deps, before);
  const found = await findOwnUnnamed(deps);
  const removed: string[] = [];
  for (const { key, modifiedAt } of found)
    if (modifiedAt < before && (await removeUnnamed(deps, key))) removed.push(key);
  if (removed.length > 0) deps.log.info({ files: removed.length }, 'orphaned files were removed');
  return removed;
}

/** None if it is doubtful whether this is the database that would reference them. */
async function findOwnUnnamed(deps: Parts): Promise<StoredFile[]> {
  const { database, storage, log } = deps;
  const owner = await storageOwner(database, storage);
  if (owner === 'another') {
    log.warn('The file storage belongs to another database: no files were swept.');
    return [];
  }
  const { unreferenced, referenced } = await findUnreferencedFiles(deps);
  const obstacle = await sweepObstacle(database, { owner, unreferenced: unreferenced.length, referenced });
  if (obstacle) {
    log.error({ unreferenced: unreferenced.length, referenced }, obstacle);
    return [];
  }
  if (owner === null) await ownStorage(database, storage);
  return unreferenced;
}

async function sweepObstacle(
  database: Database,
  { owner, unreferenced, referenced }: { owner: 'this' | null; unreferenced: number; referenced: number },
): Promise<string | null> {
  // A new database on the files of a previous one, or of a version that recorded no owner.
  if (unreferenced > 0 && (await newestReferenced(database, 1)).length === 0)
    return 'This database references no file, but the storage contains some: none was swept.';
  if (unreferenced <= referenced) return null;
  if (owner === null)
    return 'No database owns the file storage, and no row of this one references most of its files: none was swept.';
  return unreferenced > FEW
    ? 'No row of this database references most files of the storage: none was swept.'
    : null;
}

async function findUnreferencedFiles({
  database,
  storage,
}: Parts): Promise<{ unreferenced: StoredFile[]; referenced: number }> {
  const unreferenced: StoredFile[] = [];
  let referenced = 0;
  const look = async (files: StoredFile[]) => {
    const keys = files.map(({ key }) => key);
    const found = new Set(await findUnreferenced(database, keys));
    unreferenced.push(...files.filter(({ key }) => found.has(key)));
    referenced += files.length - found.size;
  };
  let batch: StoredFile[] = [];
  for await (const file of storage.list()) {
    if (!REFERENCED_FOLDERS.some((folder) => file.key.startsWith(`${folder}/`))) continue;
    batch.push(file);
    if (batch.length < BATCH) continue;
    await look(batch);
    batch = [];
  }
  if (batch.length > 0) await look(batch);
  return { unreferenced, referenced };
}

/**
 * A writer of a row that references the file locks it meanwhile and checks that it exists: either the row is seen here, or the
 * missing file is detected there.
 */
function removeUnnamed({ database, storage }: Parts, key: string): Promise<boolean> {
  return database.transaction(async (db) => {
    await lockFile(db, key, 'exclusive');
    if ((await findUnreferenced(db, [key])).length === 0) return false;
    await storage.remove(key);
    return true;
  });
}

/** Partial files on this machine's disk; earlier versions named them differently. */
async function removeUnfinished({ config }: Parts, before: Date): Promise<void> {
  const { path: top, filesDir, templatesDir, outboxDir } = dataPaths(config.dataDir);
  const folders: [folder: string, isHalf: (name: string) => boolean][] = [
    [path.join(filesDir, UNFINISHED_FOLDER), () => true],
    [templatesDir, (name) => isUnfinished(name) || /^\.[0-9a-f-]{36}\.part$/.test(name)],
    [outboxDir, (name) => isUnfinished(name) || /^\..+\.eml$/.test(name)],
    [top, (name) => isUnfinished(name) || name === 'keys.json.new'],
  ];
  for (const [folder, isHalf] of folders) {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const filePath = path.join(folder, entry.name);
      if (!entry.isFile() || !isHalf(entry.name)) continue;
      const found = await stat(filePath).catch(() => null);
      if (found && found.mtimeMs < before.getTime()) await rm(filePath, { force: true });
    }
  }
}
