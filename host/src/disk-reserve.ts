import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';

const MIB = 1024 * 1024;

/** Bytes: what the reserve takes, from how many free ones on it is created, and below how many the disk counts as full. */
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

/** Bytes of the folder's disk that an ordinary user can still write; null where the system does not report them. */
export async function freeBytesOf(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk && disk.blocks > 0 ? disk.bavail * disk.bsize : null;
}

/**
 * A file that only takes up space on the disk of a folder. It is deleted when the disk is about to run full, so that a
 * database there can finish what it writes, recover and be read until someone frees up space.
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

  /** Creates the reserve where there is plenty of room, and deletes it where there is hardly any; says which it did. */
  async adjust(): Promise<'created' | 'released' | null> {
    const free = await this.#freeBytes(this.#folder);
    if (free === null) return null;
    if (free < this.#limits.fullBelow) return (await this.release()) ? 'released' : null;
    if (free < this.#limits.createAt || (await this.#exists())) return null;
    await this.#create();
    return 'created';
  }

  /** Whether there was a reserve to delete. */
  async release(): Promise<boolean> {
    const existed = await this.#exists();
    await rm(this.#file, { force: true });
    return existed;
  }

  /** Whether a database can start here: also where the system does not report what is free. */
  async hasSpace(): Promise<boolean> {
    const free = await this.#freeBytes(this.#folder);
    return free === null || free >= this.#limits.fullBelow;
  }

  /** A partial file of a process that was killed counts as none. */
  async #exists(): Promise<boolean> {
    return stat(this.#file).then(
      ({ size }) => size >= this.#limits.size,
      () => false,
    );
  }

  /** Random bytes, since some file systems store zeros without taking space. A partial file is deleted again. */
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
