import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { freeBytesOf } from '@ledgerline/host/disk-reserve';
import { AppError } from '../errors.ts';

/** Bytes that stay free for the database and for small changes: below them no upload and no import is accepted. */
export const UPLOAD_FLOOR_BYTES = 256 * 1024 * 1024;

const ALMOST_FULL =
  'The server’s disk is almost full, so uploads and imports are paused. Ask your IT contact to free up space, then try again.';

/** Reads the free bytes of the fullest disk that the portal writes to; null if the system does not report them. */
export type FreeBytes = () => Promise<number | null>;

/** The free bytes of a data folder's disk, or of the embedded database's if that is elsewhere and has fewer. */
export function freeBytesIn(dataDir: string): FreeBytes {
  return async () => {
    const elsewhere = await readFile(path.join(dataDir, 'database.location'), 'utf8').catch(() => '');
    const folders = [dataDir, elsewhere.trim()].filter(Boolean);
    const free = (await Promise.all(folders.map(freeBytesOf))).filter((bytes) => bytes !== null);
    return free.length > 0 ? Math.min(...free) : null;
  };
}

/**
 * Call it before anything large is stored.
 * @throws AppError `disk_full` when less than `UPLOAD_FLOOR_BYTES` are free
 */
export async function assertFreeSpace({ freeBytes }: { freeBytes: FreeBytes }): Promise<void> {
  const free = await freeBytes();
  if (free !== null && free < UPLOAD_FLOOR_BYTES) throw new AppError('disk_full', { message: ALMOST_FULL });
}
