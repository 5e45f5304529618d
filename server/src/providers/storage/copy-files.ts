import type { Storage } from '#platform/storage/storage.ts';

export interface CopyCount {
  copied: number;
  /** Files that were there already, whole. */
  present: number;
  bytes: number;
}

const AT_A_TIME = 4;

/**
 * Copies what the other storage does not have yet, a few at a time; nothing is removed, so that a stopped copy is simply
 * begun again. A key is never used twice and files appear whole: one of the same length is the same file.
 */
export async function copyFiles(
  { from, to }: { from: Storage; to: Storage },
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
        if ((await to.size(file.key)) === file.size) count.present++;
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

/** False when the file was removed since it was listed. */
async function copyOne(key: string, from: Storage, to: Storage): Promise<boolean> {
  if ((await from.size(key)) === null) return false;
  await to.put(key, await from.read(key));
  return true;
}
