import type { Dirent } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isUnfinished, openToRead, writeDurably, writeSynced } from '@ledgerline/host/durable';
import { StartupError } from '@ledgerline/host/startup-error';
import type { DataPaths } from '../data-folder.ts';
import { OWN_FILES, UNFINISHED_FOLDER } from '../storage/storage.ts';
import { type BackedUpFile, COPIED_FOLDERS, KEYS_FILE, type Manifest } from './manifest.ts';

type Copied = (typeof COPIED_FOLDERS)[number];

const homeOf = (paths: DataPaths, name: Copied) => (name === 'files' ? paths.filesDir : paths.templatesDir);

/** Copies the key file and the folders of an installation into a backup, with a checksum of each file as it was read. */
export async function copyIntoBackup(
  { paths, bucket }: { paths: DataPaths; bucket?: object | null },
  folder: string,
): Promise<BackedUpFile[]> {
  const copied: BackedUpFile[] = [];
  const copy = async (from: string, name: string) => {
    const source = await openToRead(from);
    const to = path.join(folder, name);
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    const written = await writeSynced(to, source);
    copied.push({ path: name, ...written });
  };
  for (const name of COPIED_FOLDERS) {
    if (name === 'files' && bucket) continue;
    const from = homeOf(paths, name);
    for await (const file of filesBelow(from)) {
      if (!OWN_FILES.includes(file)) await ignoreMissing(copy(path.join(from, file), `${name}/${file}`));
    }
  }
  await ignoreMissing(copy(paths.keysFile, KEYS_FILE));
  return copied;
}

/** Every complete file below a folder, by its path with slashes; none if the folder does not exist. */
export async function* filesBelow(folder: string, below = ''): AsyncGenerator<string> {
  for (const entry of await entriesOf(path.join(folder, below))) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    // Files that are being stored move while they are copied, and no row references them yet.
    if (entry.isDirectory() && name !== UNFINISHED_FOLDER) yield* filesBelow(folder, name);
    if (entry.isFile() && !isUnfinished(entry.name)) yield name;
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** A running server may have removed a file since it was listed. */
export async function ignoreMissing(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Files first, the keys last; safe to repeat after an interrupted restore. */
export async function copyOutOfBackup(paths: DataPaths, manifest: Manifest, folder: string): Promise<void> {
  for (const name of COPIED_FOLDERS) {
    for (const file of await filesOf(manifest, folder, name)) {
      const from = await openToRead(path.join(folder, name, file));
      await writeDurably(path.join(homeOf(paths, name), file), from);
    }
  }
  // A transferred backup may have lost its permissions: the copy gets those of a key file.
  if (manifest.has_keys) await writeDurably(paths.keysFile, await openToRead(path.join(folder, KEYS_FILE)));
}

/** The files in the manifest or, in a backup of an earlier version, those on disk. */
async function filesOf({ files }: Manifest, folder: string, name: Copied): Promise<string[]> {
  if (!files) return Array.fromAsync(filesBelow(path.join(folder, name)));
  return files
    .filter((file) => file.path.startsWith(`${name}/`))
    .map((file) => {
      const inside = path.posix.normalize(file.path);
      if (inside !== file.path) throw new StartupError(`The backup ${folder} names a file outside of it.`);
      return inside.slice(name.length + 1);
    });
}

/** Null if the file does not exist. */
export async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
