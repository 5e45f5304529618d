import { createHash, randomBytes } from 'node:crypto';
import type { Actor, Context, Deps } from '../context.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';
import type { NamedFolder } from './file-columns.ts';
import type { FileType } from './file-type.ts';
import type { FileReference } from './storage.ts';

/** Puts a file under a new key that nobody can guess, in a folder per year. */
export async function storeFile(
  { storage, clock }: Pick<Deps, 'storage' | 'clock'>,
  folder: NamedFolder,
  bytes: Buffer,
  { extensions }: Pick<FileType, 'extensions'>,
): Promise<FileReference> {
  const year = clock.now().getUTCFullYear();
  const storage_key = `${folder}/${year}/${randomBytes(16).toString('hex')}.${extensions[0]}`;
  await storage.put(storage_key, bytes);
  return { storage_key, file_size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/**
 * Keeps files first and writes their rows then, in a transaction of its own: all of it or nothing. `keep` notes the key of
 * each file as soon as it is kept.
 */
export async function storeThenWrite<Who extends Actor, Stored, Result>(
  ctx: Context<Who>,
  store: (keys: string[]) => Promise<Stored>,
  write: (ctx: Context<Who>, stored: Stored) => Promise<Result>,
): Promise<Result> {
  return withStoredFiles(ctx.deps, store, (stored, own) =>
    ctx.deps.database.transaction(async (db) => {
      const inside = { ...ctx, db };
      await own(inside);
      return write(inside, stored);
    }),
  );
}

/**
 * Keeps files first and hands them to `use`, whose transaction makes them its own with `own`: they go when it rolls back.
 * Files that no transaction wanted, because the call was a repeat or refused, go as well.
 */
export async function withStoredFiles<Stored, Result>(
  deps: Pick<Deps, 'storage' | 'log'>,
  store: (keys: string[]) => Promise<Stored>,
  use: (stored: Stored, own: (inside: Context) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const keys: string[] = [];
  let isOwned = false;
  try {
    return await use(await store(keys), async (inside) => {
      isOwned = true;
      await removeOnRollback(inside, keys);
      await lockFiles(inside.db, inside.deps.storage, keys);
    });
  } finally {
    if (!isOwned) await removeFiles(deps, keys);
  }
}

/**
 * Keeps the sweep from files whose rows are being written, until the transaction at hand is over. It runs once a day and
 * takes only what is old: a file that it took after all is missed here, before anybody is told that it is kept.
 */
export async function lockFiles(
  db: Database,
  storage: Pick<Deps['storage'], 'size'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of [...keys].sort()) {
    await lockFile(db, key, 'shared');
    if ((await storage.size(key)) !== null) continue;
    throw new AppError('unavailable', { message: 'The file could not be kept. Please try again.' });
  }
}

/** A lock on one key until the end of the transaction: writers of its row share it, the sweep has it alone. */
export async function lockFile(db: Database, key: string, way: 'shared' | 'alone'): Promise<void> {
  const lock = way === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await db.query(`select ${lock}(hashtextextended($1, 0))`, [`file:${key}`]);
}

/** Takes the files away again when the transaction at hand rolls back. */
export async function removeOnRollback(ctx: Context, keys: string[]): Promise<void> {
  await ctx.db.afterTransaction(async (outcome) => {
    if (outcome === 'rolled_back') await removeFiles(ctx.deps, keys);
  });
}

/** Removes the files once the transaction at hand has committed: before that their rows still need them. */
export async function removeAfterCommit(ctx: Context, keys: string[]): Promise<void> {
  await ctx.db.afterTransaction(async (outcome) => {
    if (outcome === 'committed') await removeFiles(ctx.deps, keys);
  });
}

/** A file that cannot be removed is nobody's any more and takes room only: that is for the log. */
export async function removeFiles(
  { storage, log }: Pick<Deps, 'storage' | 'log'>,
  keys: string[],
): Promise<void> {
  for (const key of keys) {
    try {
      await storage.remove(key);
    } catch (error) {
      log.warn({ err: error, key }, 'a stored file was not removed');
    }
  }
}
