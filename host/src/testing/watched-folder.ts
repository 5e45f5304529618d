import files, { type FileHandle, mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/** A temporary folder for each test, and the disk calls made while the test runs. */
export function useWatchedFolder(): { folder: string; disk: DiskCalls } {
  const watched: { folder: string; disk: DiskCalls } = {
    folder: '',
    disk: { calls: [], stop: () => undefined },
  };
  beforeEach(async () => {
    watched.folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-durable-'));
    watched.disk = watchDisk();
  });
  afterEach(async () => {
    watched.disk.stop();
    await rm(watched.folder, { recursive: true, force: true });
  });
  return watched;
}

/** Disk operations in order: `sync <file or folder>`, `rename <from> -> <to>`, and entries that a test adds. */
interface DiskCalls {
  readonly calls: string[];
  stop(): void;
}

/** Records the real disk calls of this process, each when it has completed. */
function watchDisk(): DiskCalls {
  const { open, rename } = files;
  const calls: string[] = [];
  const watch = (handle: FileHandle, path: string) => {
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await sync();
      calls.push(`sync ${path}`);
    };
    return handle;
  };
  files.open = async (path, ...rest) => watch(await open(path, ...rest), String(path));
  files.rename = async (from, to) => {
    await rename(from, to);
    calls.push(`rename ${from} -> ${to}`);
  };
  syncBuiltinESMExports();
  return {
    calls,
    stop() {
      Object.assign(files, { open, rename });
      syncBuiltinESMExports();
    },
  };
}
