import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type DiskCalls, watchDisk } from './disk-calls.ts';

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
