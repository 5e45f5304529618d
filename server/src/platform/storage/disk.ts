import type { Stats } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isUnfinished, openToRead, readBeginning, writeDurably } from '@ledgerline/host/durable';
import { type BytesStore, OWN_FILES, type StoredFile, UNFINISHED_FOLDER } from './storage.ts';

/** Files in a folder of this machine; a file appears under its name only once it is complete and flushed to disk. */
export function createDiskStorage(folder: string): BytesStore {
  const pathOf = (key: string) => resolvePath(folder, key);
  return {
    name: 'disk',
    async put(key, content) {
      await writeDurably(pathOf(key), content, { temporaryDir: path.join(folder, UNFINISHED_FOLDER) });
    },
    read: (key) => readFile(pathOf(key)),
    size: async (key) => (await statOf(pathOf(key)))?.size ?? null,
    beginning: (key, length) => readBeginning(pathOf(key), length),
    stream: (key, range) => openToRead(pathOf(key), range),
    remove: (key) => rm(pathOf(key), { force: true }),
    list: () => listFolder(folder),
  };
}

/** Keys are created by the product; one that leads out of the folder is a bug. */
function resolvePath(folder: string, key: string): string {
  const file = path.join(folder, key);
  if (!file.startsWith(path.join(folder, path.sep)))
    throw new Error('the key of a file leads out of its folder');
  return file;
}

async function* listFolder(folder: string): AsyncGenerator<StoredFile> {
  if ((await statOf(folder)) === null) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const key = path.relative(folder, file).split(path.sep).join('/');
    if (!entry.isFile() || isUnfinished(entry.name) || OWN_FILES.includes(key)) continue;
    if (key.startsWith(`${UNFINISHED_FOLDER}/`)) continue;
    // A running server may have removed it since.
    const found = await statOf(file);
    if (found) yield { key, size: found.size, modifiedAt: found.mtime };
  }
}

/** Null if nothing exists there; an unreadable folder does not count as empty. */
async function statOf(file: string): Promise<Stats | null> {
  try {
    return await stat(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
