import type { Deps } from '../../context.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { findUnreferenced, REFERENCED_FOLDERS } from '../file-columns.ts';
import { storageOwner } from '../file-owner.ts';
import { lockFile } from '../store-file.ts';
import { areAllEncrypted, recordAllEncrypted, recordUnencryptedFiles } from './encryption-marks.ts';

type Parts = Pick<Deps, 'clock' | 'log' | 'database' | 'storage'>;

const QUEUE = 'seal-files';
/** Files per run: a large portal needs many runs, each of which may stop at any file. */
const MAX_FILES = 5000;
const RUN_MS = 8 * 60_000;
const RECORD_EVERY = 100;
const BATCH = 500;

/** Encrypts the files that earlier versions left unencrypted, one by one, until a scan of all files finds none. */
export function encryptFilesJob(deps: Parts & Pick<Deps, 'jobs'>): JobHandler {
  return {
    queue: QUEUE,
    cron: '11 4 * * *',
    runsAtStart: true,
    work: async () => {
      if (await encryptFiles(deps)) await deps.jobs.send(deps.database, QUEUE, {});
    },
  };
}

/** The unencrypted files found by a scan of all files. */
interface Found {
  keys: string[];
  count: number;
  /** Files that stay unchanged for now: their owner is not known yet. */
  undecided: number;
}

/**
 * One run; returns whether another one may find more to do. A file is replaced once its encrypted form is complete, so that the
 * run may stop anywhere; encrypted files are recognized by their first bytes and skipped.
 */
export async function encryptFiles(deps: Parts): Promise<boolean> {
  const { database, storage, log, clock } = deps;
  if (await areAllEncrypted(database)) return false;
  const owner = await storageOwner(database, storage);
  if (owner === 'another') {
    log.warn('The file storage belongs to another database: no file was encrypted.');
    return false;
  }
  const found = await findInClear(deps, owner === 'this');
  await recordUnencryptedFiles(database, found.count + found.undecided);
  if (found.count + found.undecided === 0) await recordAllEncrypted(database, clock.now());
  if (found.count === 0) return false;
  const { encrypted, failed } = await encryptAll(deps, found);
  log.info({ encrypted, failed, left: found.count - encrypted }, 'stored files were encrypted');
  return failed === 0;
}

async function encryptAll(
  deps: Parts,
  { keys, count, undecided }: Found,
): Promise<{ encrypted: number; failed: number }> {
  const end = performance.now() + RUN_MS;
  let [encrypted, failed] = [0, 0];
  for (const key of keys) {
    if (performance.now() > end) break;
    try {
      await encryptOne(deps, key);
      encrypted += 1;
    } catch (error) {
      failed += 1;
      deps.log.error({ err: error, key }, 'a stored file was not encrypted');
    }
    if (encrypted % RECORD_EVERY === 0)
      await recordUnencryptedFiles(deps.database, count + undecided - encrypted);
  }
  await recordUnencryptedFiles(deps.database, count + undecided - encrypted);
  return { encrypted, failed };
}

/** Holds the exclusive lock on the file's key, like the sweep: writers of the key wait, and write afterwards. */
export function encryptOne({ database, storage }: Pick<Deps, 'database' | 'storage'>, key: string) {
  return database.transaction(async (db) => {
    await lockFile(db, key, 'exclusive');
    const isReferenced = async () => (await findUnreferenced(db, [key])).length === 0;
    const wasReferenced = await isReferenced();
    const done = await storage.reencrypt(key);
    // The row may have been deleted meanwhile, and the file with it: the rewritten file has no owner.
    if (wasReferenced && (done === 'encrypted' || done === 'rewrapped') && !(await isReferenced()))
      await storage.remove(key);
    return done;
  });
}

const isInReferencedFolder = (key: string) =>
  REFERENCED_FOLDERS.some((folder) => key.startsWith(`${folder}/`));

/** In the folders that rows reference, the files that rows of this database reference; the others if it owns the location. */
async function findInClear({ database, storage, log }: Parts, isOwn: boolean): Promise<Found> {
  const found: Found = { keys: [], count: 0, undecided: 0 };
  const look = async (keys: string[]) => {
    const unreferenced = new Set(await findUnreferenced(database, keys.filter(isInReferencedFolder)));
    for (const key of keys) {
      if (unreferenced.has(key)) continue;
      if (!isOwn && !isInReferencedFolder(key)) found.undecided += 1;
      else {
        found.count += 1;
        if (found.keys.length < MAX_FILES) found.keys.push(key);
      }
    }
  };
  const batch: string[] = [];
  for await (const { key } of storage.list()) {
    const form = await storage.look(key).catch((error: unknown) => log.error({ err: error, key }, 'damaged'));
    if (form === 'plain') batch.push(key);
    if (batch.length === BATCH) await look(batch.splice(0));
  }
  await look(batch);
  return found;
}
