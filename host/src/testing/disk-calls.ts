import type { FileHandle } from 'node:fs/promises';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** Disk operations in order: `sync <file or folder>`, `rename <from> -> <to>`, and entries that a test adds. */
export interface DiskCalls {
  readonly calls: string[];
  stop(): void;
}

/** Records the real disk calls of this process, each when it has completed. */
export function watchDisk(): DiskCalls {
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
