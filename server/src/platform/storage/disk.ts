import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { type Storage, UNFINISHED_FOLDER } from './storage.ts';

/** Files in a folder of this machine; a file appears under its name only when it is whole. */
export function createDiskStorage(folder: string): Storage {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  return {
    name: 'disk',
    async put(key, bytes) {
      const unfinished = `${UNFINISHED_FOLDER}/${randomBytes(12).toString('hex')}`;
      try {
        await disk.put(unfinished, bytes);
        // Not the driver's own move, which copies: others would read the half of it.
        const place = placeOf(folder, key);
        await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
        await rename(path.join(folder, unfinished), place);
      } catch (error) {
        await disk.delete(unfinished);
        throw error;
      }
    },
    read: (key) => readFile(path.join(folder, key)),
    size: (key) => fileSize(path.join(folder, key)),
    async stream(key, range) {
      const stream = createReadStream(path.join(folder, key), range);
      // A file that is not there fails here, before anything is sent.
      await once(stream, 'open');
      return stream;
    },
    remove: (key) => disk.delete(key),
  };
}

/** Keys are made by the product; one that leads out of the folder is a fault of ours. */
function placeOf(folder: string, key: string): string {
  const place = path.join(folder, key);
  if (!place.startsWith(path.join(folder, path.sep)))
    throw new Error('the key of a file leads out of its folder');
  return place;
}

async function fileSize(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
