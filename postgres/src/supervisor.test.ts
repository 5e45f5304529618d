import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DiskReserve } from '@ledgerline/host/disk-reserve';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from './postgres-log.ts';
import type { Postmaster } from './postmaster.ts';
import { supervise } from './supervisor.ts';

const MIB = 1024 * 1024;
let folder: string;
let free: number;

beforeEach(async () => {
  free = 1000 * MIB;
  folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-supervisor-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A minimal PostgreSQL that runs until the test ends it. */
function runningPostmaster() {
  const { promise: exited, resolve: end } = Promise.withResolvers<number | null>();
  const postmaster: Postmaster = {
    url: 'postgres://x',
    port: 5555,
    exited,
    stop: async () => end(0),
    abandon: () => undefined,
  };
  return { postmaster, end };
}

it('waits while the disk is full, reports it once, and restarts on the same port', async () => {
  const log = { ...silentLog, error: vi.fn() };
  const first = runningPostmaster();
  const second = runningPostmaster();
  const start = vi.fn().mockResolvedValueOnce(first.postmaster).mockResolvedValueOnce(second.postmaster);
  const reserve = new DiskReserve(folder, { freeBytes: async () => free });
  const hasSpace = vi.spyOn(reserve, 'hasSpace');
  const database = await supervise({ start, reserve, log });

  await expect.poll(() => readdir(folder)).toEqual(['disk-reserve']);
  free = MIB;
  first.end(1);
  await expect.poll(() => hasSpace.mock.calls.length).toBeGreaterThan(1);
  expect(start).toHaveBeenCalledTimes(1);
  await expect.poll(() => readdir(folder), { timeout: 30_000 }).toEqual([]);
  free = 1000 * MIB;
  await expect.poll(() => start.mock.calls.length, { timeout: 30_000 }).toBe(2);
  expect(start.mock.calls[1]?.[0]).toMatchObject({ port: 5555 });
  const full =
    'The disk of the embedded database is full. The database restarts automatically when space is available.';
  expect(log.error.mock.calls.flat().filter((line) => line === full)).toHaveLength(1);
  await database.stop();
});

it('retries and reports the reason when a start fails', async () => {
  const log = { ...silentLog, error: vi.fn() };
  const [first, second] = [runningPostmaster(), runningPostmaster()];
  const start = vi
    .fn()
    .mockResolvedValueOnce(first.postmaster)
    .mockRejectedValueOnce(new Error('the port is in use'))
    .mockResolvedValueOnce(second.postmaster);
  const database = await supervise({
    start,
    reserve: new DiskReserve(folder, { freeBytes: async () => free }),
    log,
  });
  first.end(2);
  await expect.poll(() => start.mock.calls.length).toBe(3);
  expect(log.error).toHaveBeenCalledWith('The embedded database failed to restart: the port is in use');
  await database.stop();
  expect(start).toHaveBeenCalledTimes(3);
});
