import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { openToRead, writeDurably } from '../disk/durable.ts';
import { type Storage, UNFINISHED_FOLDER } from './storage.ts';

/** Files in a folder of this machine; a file appears under its name only when it is whole, and is then on the disk. */
export function createDiskStorage(folder: string): Storage {
  const place = (key: string) => placeOf(folder, key);
  return {
    name: 'disk',
    async put(key, bytes) {
      await writeDurably(place(key), bytes, { halfIn: path.join(folder, UNFINISHED_FOLDER) });
    },
    read: (key) => readFile(place(key)),
    size: (key) => fileSize(place(key)),
    stream: (key, range) => openToRead(place(key), range),
    remove: (key) => rm(place(key), { force: true }),
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
