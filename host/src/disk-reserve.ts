import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';

const MIB = 1024 * 1024;

/**
 * In bytes: the size of the reserve, the free space required to create it, and the free space below which the disk counts
 * as full.
 */
export interface ReserveLimits {
  size: number;
  createAt: number;
  fullBelow: number;
}

const LIMITS: ReserveLimits = {
  size: 64 * MIB,
  createAt: 384 * MIB,
  fullBelow: 32 * MIB,
};

/** Bytes that an ordinary user can still write to the folder's disk; null if the system does not report them. */
export async function freeBytesOf(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk && disk.blocks > 0 ? disk.bavail * disk.bsize : null;
}

/**
 * A file that only takes up space on a folder's disk. It is deleted when the disk is almost full, so that a database there
 * can finish its writes, recover and stay readable until an operator frees up space.
 */
export class DiskReserve {
  readonly #folder: string;
  readonly #file: string;
  readonly #limits: ReserveLimits;
  readonly #freeBytes: (folder: string) => Promise<number | null>;

  constructor(folder: string, { limits = LIMITS, freeBytes = freeBytesOf } = {}) {
    this.#folder = folder;
    this.#file = path.join(folder, 'disk-reserve');
    this.#limits = limits;
    this.#freeBytes = freeBytes;
  }

  /** Creates the reserve if there is plenty of space and deletes it if there is almost none. Returns which of the two it did. */
  async adjust(): Promise<'created' | 'released' | null> {
    const free = await this.#freeBytes(this.#folder);
    if (free === null) return null;
    if (free < this.#limits.fullBelow) return (await this.release()) ? 'released' : null;
    if (free < this.#limits.createAt || (await this.#exists())) return null;
    await this.#create();
    return 'created';
  }

  /** Deletes the reserve. Returns whether there was one. */
  async release(): Promise<boolean> {
    const existed = await this.#exists();
    await rm(this.#file, { force: true });
    return existed;
  }

  /** Whether a database can start here; true if the system does not report free space. */
  async hasSpace(): Promise<boolean> {
    const free = await this.#freeBytes(this.#folder);
    return free === null || free >= this.#limits.fullBelow;
  }

  /** A partial file left by a killed process counts as missing. */
  async #exists(): Promise<boolean> {
    return stat(this.#file).then(
      ({ size }) => size >= this.#limits.size,
      () => false,
    );
  }

  /** Writes random bytes, because some file systems store zeros without using space. Deletes a partial file on failure. */
  async #create(): Promise<void> {
    await rm(this.#file, { force: true });
    const handle = await open(this.#file, 'wx', 0o600);
    try {
      for (let left = this.#limits.size; left > 0; left -= MIB)
        await handle.writeFile(randomBytes(Math.min(left, MIB)));
      await handle.sync();
    } catch (error) {
      await rm(this.#file, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  }
}
