import { HEADER_BYTES } from '#platform/storage/encrypted/header.ts';
import type { BytesStore, StoredFile } from '#platform/storage/storage.ts';

export interface CopyCount {
  copied: number;
  /** Files that already existed completely. */
  present: number;
  bytes: number;
}

const AT_A_TIME = 4;

/**
 * Copies what the other storage does not have yet, a few files at a time; nothing is removed, so that an interrupted copy is
 * simply restarted. A key is never reused and files appear only when complete, so the same length and first bytes mean the same
 * file. The first bytes change with a key rotation, the length when a file of an earlier version is encrypted.
 */
export async function copyFiles(
  { from, to }: { from: BytesStore; to: BytesStore },
  onProgress: (count: CopyCount) => void,
): Promise<CopyCount> {
  const count: CopyCount = { copied: 0, present: 0, bytes: 0 };
  const next = from.list()[Symbol.asyncIterator]();
  let isStopped = false;
  const worker = async () => {
    try {
      while (!isStopped) {
        const { value: file, done } = await next.next();
        if (done) return;
        if (await isThere(file, from, to)) count.present++;
        else if (await copyOne(file.key, from, to)) {
          count.copied++;
          count.bytes += file.size;
        }
        onProgress(count);
      }
    } catch (error) {
      isStopped = true;
      throw error;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return count;
}

async function isThere({ key, size }: StoredFile, from: BytesStore, to: BytesStore): Promise<boolean> {
  const there = await to.beginning(key, HEADER_BYTES);
  if (there?.size !== size) return false;
  const here = await from.beginning(key, HEADER_BYTES);
  return here?.bytes.equals(there.bytes) ?? false;
}

/** False when the file was removed since it was listed. */
async function copyOne(key: string, from: BytesStore, to: BytesStore): Promise<boolean> {
  if ((await from.size(key)) === null) return false;
  await to.put(key, await from.read(key));
  return true;
}
