import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, type ReadStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** What is written: all of it at once, or piece by piece. */
type Content = string | Uint8Array | AsyncIterable<Uint8Array>;

/** What was written. */
export interface Written {
  size: number;
  sha256: string;
}

/** Half-written files are called so until they get their name. */
const HALF_NAME = /^\.[0-9a-f]{24}\.unfinished$/;

/** Whether a file of this name is one that was never finished. */
export function isUnfinished(name: string): boolean {
  return HALF_NAME.test(name);
}

/**
 * Writes a whole file so that it outlives a power cut once this returns: its bytes reach the disk, then it gets its
 * name, then the folder that holds the name reaches the disk. Others see the former file or the new one, never a half.
 * The half lies in `halfIn`, on the same disk, else beside the file.
 */
export async function writeDurably(
  file: string,
  content: Content,
  { mode = 0o600, halfIn = path.dirname(file) }: { mode?: number; halfIn?: string } = {},
): Promise<Written> {
  const half = path.join(halfIn, `.${randomBytes(12).toString('hex')}.unfinished`);
  await createFolders(halfIn);
  await createFolders(path.dirname(file));
  try {
    const written = await writeSynced(half, content, mode);
    await renameDurably(half, file);
    return written;
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

/** What systems answer where a disk has no hard links (FAT, some network disks and shared folders). */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * As `writeDurably`, unless there is such a file: of several servers at once one makes it. Answers whether it did. On a
 * disk without hard links it is written under its name, so that for a moment others may see a half.
 */
export async function createDurably(file: string, content: Content): Promise<boolean> {
  const folder = path.dirname(file);
  const half = path.join(folder, `.${randomBytes(12).toString('hex')}.unfinished`);
  await createFolders(folder);
  try {
    await writeSynced(half, content);
    await linkOrCopy(half, file);
    await syncFolder(folder);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(half, { force: true });
  }
}

async function linkOrCopy(half: string, file: string): Promise<void> {
  try {
    await link(half, file);
  } catch (error) {
    if (!NO_LINKS.includes(codeOf(error))) throw error;
    await copyContents(half, file);
  }
}

async function copyContents(half: string, file: string): Promise<void> {
  const content = await readFile(half);
  try {
    await writeSynced(file, content);
  } catch (error) {
    // A file that was there is another server's; what this one began is none.
    if (codeOf(error) !== 'EEXIST') await rm(file, { force: true });
    throw error;
  }
}

/**
 * Adds a line to the end of a file, which is made if need be; the line has reached the disk once this returns. What was
 * there stays as it is: after a line that a power cut tore, the new one begins on its own.
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
 * Writes a new file and brings its bytes to the disk, not its name: for files in a folder that is synced and gets its
 * own name later.
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

/** The same; zeros at the end become a hole, which takes no room on the disk. */
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

/** A file as a stream; one that is not there fails here, before anything is made of it. */
export async function openToRead(file: string, range?: { start: number; end: number }): Promise<ReadStream> {
  const stream = createReadStream(file, range);
  await once(stream, 'open');
  return stream;
}

/**
 * The first `length` bytes of a file, or as many as it has, and its size: of one and the same file, also while another
 * takes its name. Null where there is none.
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

/** Gives a file or folder its name for good. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(path.dirname(to));
}

/** Makes a folder and those above it; the names of new ones reach the disk. */
export async function createFolders(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const top = path.dirname(path.resolve(first));
  for (let at = path.dirname(path.resolve(folder)); ; at = path.dirname(at)) {
    await syncFolder(at);
    if (at === top || at === path.dirname(at)) return;
  }
}

/** Brings the names in a folder, and in all folders below it, to the disk. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(path.join(folder, entry.name));
  }
  await syncFolder(folder);
}

/** Some systems and file systems (Windows, some network disks) cannot sync folders; PostgreSQL passes over the same. */
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
