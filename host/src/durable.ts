import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, type ReadStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** What to write: all at once or in chunks. */
type Content = string | Uint8Array | AsyncIterable<Uint8Array>;

/** The size and hash of what was written. */
export interface Written {
  size: number;
  sha256: string;
}

/** The temporary name of a file until it is complete. */
const UNFINISHED_NAME = /^\.[0-9a-f]{24}\.unfinished$/;

/** Whether this is the name of a file that was never completed. */
export function isUnfinished(name: string): boolean {
  return UNFINISHED_NAME.test(name);
}

/**
 * Writes a complete file that survives a power failure once this returns: it syncs the bytes to a temporary file, renames
 * that file, then syncs the folder. Readers see the previous file or the new one, never a partial one. The temporary
 * file is created in `temporaryDir`, which must be on the same disk; by default it is the folder of the file.
 */
export async function writeDurably(
  file: string,
  content: Content,
  { mode = 0o600, temporaryDir = path.dirname(file) }: { mode?: number; temporaryDir?: string } = {},
): Promise<Written> {
  const temporary = path.join(temporaryDir, `.${randomBytes(12).toString('hex')}.unfinished`);
  await createFolders(temporaryDir);
  await createFolders(path.dirname(file));
  try {
    const written = await writeSynced(temporary, content, mode);
    await renameDurably(temporary, file);
    return written;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Error codes of disks without hard links (FAT, some network disks and shared folders). */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Like `writeDurably`, but only if the file does not exist: exactly one of several concurrent servers creates it. Returns
 * whether this call did. On a disk without hard links the file is written under its final name, so readers may briefly
 * see a partial file.
 */
export async function createDurably(file: string, content: Content): Promise<boolean> {
  const folder = path.dirname(file);
  const temporary = path.join(folder, `.${randomBytes(12).toString('hex')}.unfinished`);
  await createFolders(folder);
  try {
    await writeSynced(temporary, content);
    await linkOrCopy(temporary, file);
    await syncFolder(folder);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function linkOrCopy(temporary: string, file: string): Promise<void> {
  try {
    await link(temporary, file);
  } catch (error) {
    if (!NO_LINKS.includes(codeOf(error))) throw error;
    await copyContents(temporary, file);
  }
}

async function copyContents(temporary: string, file: string): Promise<void> {
  const content = await readFile(temporary);
  try {
    await writeSynced(file, content);
  } catch (error) {
    // An existing file belongs to another server; remove only a partial file of this one.
    if (codeOf(error) !== 'EEXIST') await rm(file, { force: true });
    throw error;
  }
}

/**
 * Appends a line to a file, creating the file if necessary; the line is on the disk once this returns. Existing content
 * is not changed: if a power failure truncated the last line, the new line still starts on a line of its own.
 */
export async function appendLineDurably(file: string, line: string): Promise<void> {
  await createFolders(path.dirname(file));
  const handle = await open(file, 'a+', 0o600);
  let isNew: boolean;
  try {
    const { size } = await handle.stat();
    isNew = size === 0;
    const isTorn = !isNew && (await lastByte(handle, size)) !== NEWLINE;
    await handle.appendFile(`${isTorn ? '\n' : ''}${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (isNew) await syncFolder(path.dirname(file));
}

const NEWLINE = 10;

async function lastByte(handle: FileHandle, size: number): Promise<number | undefined> {
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0];
}

/**
 * Writes a new file and syncs its bytes but not its folder: for files in a folder that is synced and renamed later.
 */
export async function writeSynced(file: string, content: Content, mode = 0o600): Promise<Written> {
  const hash = createHash('sha256');
  let size = 0;
  const handle = await open(file, 'wx', mode);
  try {
    for await (const piece of piecesOf(content)) {
      hash.update(piece);
      size += piece.byteLength;
      await handle.writeFile(piece);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { size, sha256: hash.digest('hex') };
}

const HOLE_BYTES = 8192;

/** Like `writeSynced`, but trailing zeros become a hole, which uses no space on the disk. */
export async function writeSyncedWithHole(file: string, content: Buffer, mode = 0o600): Promise<void> {
  const zeros = Buffer.alloc(HOLE_BYTES);
  let end = content.length;
  while (end >= HOLE_BYTES && content.subarray(end - HOLE_BYTES, end).equals(zeros)) end -= HOLE_BYTES;
  const handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(content.subarray(0, end));
    await handle.truncate(content.length);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Opens a file as a stream. A missing file fails here, before the stream is used. */
export async function openToRead(file: string, range?: { start: number; end: number }): Promise<ReadStream> {
  const stream = createReadStream(file, range);
  await once(stream, 'open');
  return stream;
}

/**
 * The first `length` bytes of a file, or fewer if it is shorter, and its size. Both are of the same file, even if another
 * one replaces it meanwhile. Null if there is no file.
 */
export async function readBeginning(
  file: string,
  length: number,
): Promise<{ bytes: Buffer; size: number } | null> {
  try {
    const handle = await open(file, 'r');
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, 0);
      return { bytes: buffer.subarray(0, bytesRead), size: (await handle.stat()).size };
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Renames a file or folder so that the new name survives a power cut. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(path.dirname(to));
}

/** Creates a folder and its missing parents, and syncs the names of the new ones. */
export async function createFolders(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const top = path.dirname(path.resolve(first));
  for (let at = path.dirname(path.resolve(folder)); ; at = path.dirname(at)) {
    await syncFolder(at);
    if (at === top || at === path.dirname(at)) return;
  }
}

/** Syncs the names in a folder and in all folders below it. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(path.join(folder, entry.name));
  }
  await syncFolder(folder);
}

/** Some systems and file systems (Windows, some network disks) cannot sync folders; PostgreSQL ignores these errors too. */
const NO_FOLDER_SYNC = ['EISDIR', 'EACCES', 'EPERM', 'EBADF', 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!NO_FOLDER_SYNC.includes(codeOf(error))) throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

async function* piecesOf(content: Content): AsyncGenerator<Uint8Array> {
  if (typeof content === 'string') yield Buffer.from(content);
  else if (content instanceof Uint8Array) yield content;
  else yield* content;
}
