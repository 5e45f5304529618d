import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

const FILLER = '.filler';

/** Runs a system program; returns whether it succeeded. */
const run = (program: string, args: string[]): boolean => spawnSync(program, args).status === 0;

/** A folder with limited space: a separate tmpfs, which requires root. Without root, a normal folder. */
export class SmallDisk {
  readonly folder: string;
  readonly isSmall: boolean;
  #count = 0;

  constructor(folder: string, megabytes: number) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    const args = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'ledgerline-chaos', folder];
    this.isSmall = process.getuid?.() === 0 && run('mount', args);
  }

  /** Fills the free space; call it again to fill space that has been freed since. */
  fill(): void {
    const { bavail, bsize } = statfsSync(this.folder);
    if (!this.isSmall || bavail === 0) return;
    this.#count += 1;
    const file = path.join(this.folder, `${FILLER}-${this.#count}`);
    run('fallocate', ['-l', String(bavail * bsize), file]);
  }

  freeSpace(): void {
    for (; this.#count > 0; this.#count -= 1)
      rmSync(path.join(this.folder, `${FILLER}-${this.#count}`), { force: true });
  }

  remove(): void {
    if (this.isSmall) run('umount', ['-l', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
