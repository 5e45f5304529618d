import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

/** The file system in memory that Linux provides. */
const MEMORY = '/dev/shm';
const NAME = /^ledgerline-tests-(\d+)-/;
/** Several times what a run of all tests stores at once. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Keeps the temporary files of this process and of those it starts in memory, until it ends. Every test file copies and drops a
 * database of 800 files, which costs a tenth of the CPU time of the server tests on ext4. An existing TMPDIR is kept.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || !isUsable()) return;
  removeLeftovers();
  const folder = mkdtempSync(path.join(MEMORY, `ledgerline-tests-${process.pid}-`));
  // PostgreSQL runs as another user if the tests run as root.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** Removes folders of runs that were killed. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY)) {
    const owner = NAME.exec(name)?.[1];
    if (owner && !existsSync(`/proc/${owner}`))
      rmSync(path.join(MEMORY, name), { recursive: true, force: true });
  }
}

/** Containers often provide a small file system in memory, or mount it with noexec. */
function isUsable(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === MEMORY);
    return (
      mount !== undefined &&
      !mount.includes('noexec') &&
      Math.min(bavail * bsize, process.availableMemory()) > NEEDED_BYTES
    );
  } catch {
    return false;
  }
}
