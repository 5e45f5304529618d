import { createHash, randomBytes } from 'node:crypto';
import type { Actor, Context, Deps } from '../context.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';
import type { ReferencedFolder } from './file-columns.ts';
import type { FileType } from './file-type.ts';
import type { FileReference } from './storage.ts';

/** Stores a file under a new, unguessable key, in a folder per year. */
export async function storeFile(
  { storage, clock }: Pick<Deps, 'storage' | 'clock'>,
  folder: ReferencedFolder,
  bytes: Buffer,
  { extensions }: Pick<FileType, 'extensions'>,
): Promise<FileReference> {
  const year = clock.now().getUTCFullYear();
  const storage_key = `${folder}/${year}/${randomBytes(16).toString('hex')}.${extensions[0]}`;
  await storage.put(storage_key, bytes);
  return { storage_key, file_size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/**
 * Stores files first and then writes their rows in a separate transaction: all or nothing. `store` adds the key of each file to
 * `keys` as soon as it is stored.
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
 * Stores files first and passes them to `use`, whose transaction claims them with `own`: they are removed when it rolls back.
 * Files that no transaction claimed, because the call was a repeat or was rejected, are removed as well.
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
 * Blocks the sweep from files whose rows are being written, until the current transaction ends. The sweep runs once a day and
 * removes only old files: if it did remove one, that is detected here, before the response says that it is stored.
 */
export async function lockFiles(
  db: Database,
  storage: Pick<Deps['storage'], 'size'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of [...keys].sort()) {
    await lockFile(db, key, 'shared');
    if ((await storage.size(key)) !== null) continue;
    throw new AppError('unavailable', { message: 'The file could not be saved. Please try again.' });
  }
}

/** A lock on one key until the end of the transaction: shared by writers of its row, exclusive for the sweep. */
export async function lockFile(db: Database, key: string, mode: 'shared' | 'exclusive'): Promise<void> {
  const lock = mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  await db.query(`select ${lock}(hashtextextended($1, 0))`, [`file:${key}`]);
}

/** Removes the files again when the current transaction rolls back. */
export async function removeOnRollback(ctx: Context, keys: string[]): Promise<void> {
  await ctx.db.afterTransaction(async (outcome) => {
    if (outcome === 'rolled_back') await removeFiles(ctx.deps, keys);
  });
}

/** Removes the files once the current transaction has committed: before that their rows still need them. */
export async function removeAfterCommit(ctx: Context, keys: string[]): Promise<void> {
  await ctx.db.afterTransaction(async (outcome) => {
    if (outcome === 'committed') await removeFiles(ctx.deps, keys);
  });
}

/** A file that cannot be removed only takes up space, because no row references it: it is reported in the log. */
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
