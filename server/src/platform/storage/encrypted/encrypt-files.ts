import type { Deps } from '../../context.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { NAMED_FOLDERS, unnamedOf } from '../file-columns.ts';
import { storageOwner } from '../file-owner.ts';
import { lockFile } from '../store-file.ts';
import { areAllEncrypted, noteInClear, recordAllEncrypted } from './encryption-marks.ts';

type Parts = Pick<Deps, 'clock' | 'log' | 'database' | 'storage'>;

const QUEUE = 'seal-files';
/** Files of one run: a large portal needs many runs, each of which may be ended at any file. */
const MOST_AT_ONCE = 5000;
const RUN_MS = 8 * 60_000;
const NOTE_EVERY = 100;
const BATCH = 500;

/** Encrypts what versions before left in clear, file by file, until a look at all of them finds none. */
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

/** What a look at all files found in clear. */
interface Found {
  keys: string[];
  count: number;
  /** Files that stay as they are for now: whose they are is not known yet. */
  inDoubt: number;
}

/**
 * One run; answers whether another one may find more to do. Every file is replaced when its encrypted form is whole, so
 * that it may stop anywhere; what is done already is passed over by its first bytes.
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
  await noteInClear(database, found.count + found.inDoubt);
  if (found.count + found.inDoubt === 0) await recordAllEncrypted(database, clock.now());
  if (found.count === 0) return false;
  const { encrypted, failed } = await encryptAll(deps, found);
  log.info({ encrypted, failed, left: found.count - encrypted }, 'stored files were encrypted');
  return failed === 0;
}

async function encryptAll(
  deps: Parts,
  { keys, count, inDoubt }: Found,
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
    if (encrypted % NOTE_EVERY === 0) await noteInClear(deps.database, count + inDoubt - encrypted);
  }
  await noteInClear(deps.database, count + inDoubt - encrypted);
  return { encrypted, failed };
}

/** Alone with the key of the file, as the sweep is: whoever writes under it waits, and writes afterwards. */
export function encryptOne({ database, storage }: Pick<Deps, 'database' | 'storage'>, key: string) {
  return database.transaction(async (db) => {
    await lockFile(db, key, 'alone');
    const isNamed = async () => (await unnamedOf(db, [key])).length === 0;
    const wasNamed = await isNamed();
    const done = await storage.reseal(key);
    // Its row may have gone meanwhile, and the file with it: what was put back is nobody's.
    if (wasNamed && (done === 'sealed' || done === 'rewrapped') && !(await isNamed()))
      await storage.remove(key);
    return done;
  });
}

const isInNamedFolder = (key: string) => NAMED_FOLDERS.some((folder) => key.startsWith(`${folder}/`));

/** Of the folders whose files rows name, those that rows of this database name; the others where the place is its own. */
async function findInClear({ database, storage, log }: Parts, isOwn: boolean): Promise<Found> {
  const found: Found = { keys: [], count: 0, inDoubt: 0 };
  const look = async (keys: string[]) => {
    const unnamed = new Set(await unnamedOf(database, keys.filter(isInNamedFolder)));
    for (const key of keys) {
      if (unnamed.has(key)) continue;
      if (!isOwn && !isInNamedFolder(key)) found.inDoubt += 1;
      else {
        found.count += 1;
        if (found.keys.length < MOST_AT_ONCE) found.keys.push(key);
      }
    }
  };
  const batch: string[] = [];
  for await (const { key } of storage.list()) {
    const lies = await storage.look(key).catch((error: unknown) => log.error({ err: error, key }, 'damaged'));
    if (lies === 'plain') batch.push(key);
    if (batch.length === BATCH) await look(batch.splice(0));
  }
  await look(batch);
  return found;
}
