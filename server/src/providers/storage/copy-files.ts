import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Storage, UNFINISHED_FOLDER } from '#platform/storage/storage.ts';

export interface StoredFile {
  key: string;
  size: number;
}

export interface CopyCount {
  copied: number;
  /** Files that were there already, whole. */
  present: number;
  bytes: number;
}

const AT_A_TIME = 4;

/** Every whole file of the folder of the disk storage, by key. */
export async function* listDisk(folder: string): AsyncGenerator<StoredFile> {
  if ((await statOf(folder)) === null) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const key = path.relative(folder, file).split(path.sep).join('/');
    if (!entry.isFile() || key.startsWith(`${UNFINISHED_FOLDER}/`)) continue;
    // A running server may have removed it since.
    const found = await statOf(file);
    if (found) yield { key, size: found.size };
  }
}

/** Null for what is not there; a folder that may not be read is no empty one. */
async function statOf(place: string): Promise<Stats | null> {
  try {
    return await stat(place);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Copies what the other storage does not have yet, a few at a time; nothing is removed, so that a stopped copy is simply
 * begun again. A key is never used twice and files appear whole: one of the same length is the same file.
 */
export async function copyFiles(
  files: AsyncIterable<StoredFile>,
  { from, to }: { from: Storage; to: Storage },
  onProgress: (count: CopyCount) => void,
): Promise<CopyCount> {
  const count: CopyCount = { copied: 0, present: 0, bytes: 0 };
  const next = files[Symbol.asyncIterator]();
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
