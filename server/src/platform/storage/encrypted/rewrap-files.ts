import type { Deps } from '../../context.ts';
import { encryptOne } from './encrypt-files.ts';

/** What a key rotation did with the files. */
export interface RewrappedFiles {
  rewrapped: number;
  /** Files of earlier versions that are still unencrypted: a running server encrypts them. */
  plain: number;
  /** Files that no key of the ring decrypts, at most a hundred by name; dropping a key changes nothing for them. */
  unopened: string[];
  unopenedCount: number;
}

const MAX_NAMED = 100;

/**
 * Rewraps the key of every file with the newest of the ring; only the header of a file changes. A file that cannot be read or
 * written now aborts with that error, so that no key is dropped that a file may need; running it again continues.
 */
export async function rewrapFiles(parts: Pick<Deps, 'database' | 'storage'>): Promise<RewrappedFiles> {
  const done: RewrappedFiles = { rewrapped: 0, plain: 0, unopened: [], unopenedCount: 0 };
  for await (const { key } of parts.storage.list()) {
    try {
      const form = await parts.storage.look(key);
      if (form === 'plain') done.plain += 1;
      if (form === 'other' && (await encryptOne(parts, key)) === 'rewrapped') done.rewrapped += 1;
    } catch (error) {
      if (!isDamage(error)) throw error;
      done.unopenedCount += 1;
      if (done.unopened.length < MAX_NAMED) done.unopened.push(key);
    }
  }
  return done;
}

const isDamage = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'file_damaged';
