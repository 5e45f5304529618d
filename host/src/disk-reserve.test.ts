import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskReserve, freeBytesOf } from './disk-reserve.ts';

const limits = { size: 3000, createAt: 10_000, fullBelow: 100 };
let folder: string;
let free: number | null;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-reserve-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const reserve = () => new DiskReserve(folder, { limits, freeBytes: async () => free });

describe('the disk reserve', () => {
  it('creates the reserve once with its full size when there is plenty of space, and leaves it while enough space is free', async () => {
    free = 10_000;
    expect(await reserve().adjust()).toBe('created');
    expect(await reserve().adjust()).toBeNull();
    expect((await stat(path.join(folder, 'disk-reserve'))).size).toBe(3000);
    free = 100;
    expect(await reserve().adjust()).toBeNull();
    expect(await readdir(folder)).toEqual(['disk-reserve']);
  });

  it('recreates the reserve when a killed process left a partial file', async () => {
    free = 10_000;
    await writeFile(path.join(folder, 'disk-reserve'), 'partial');
    expect(await reserve().adjust()).toBe('created');
    expect((await stat(path.join(folder, 'disk-reserve'))).size).toBe(3000);
  });

  it('does not create the reserve when there is too little free space', async () => {
    free = 9999;
    expect(await reserve().adjust()).toBeNull();
    expect(await readdir(folder)).toEqual([]);
  });

  it('releases the reserve once when the disk is almost full', async () => {
    free = 10_000;
    await reserve().adjust();
    free = 99;
    expect(await reserve().adjust()).toBe('released');
    expect(await reserve().adjust()).toBeNull();
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    [99, false],
    [100, true],
    [null, true],
  ])('with %s bytes free, reports enough space to start: %s', async (bytes, hasSpace) => {
    free = bytes;
    expect(await reserve().hasSpace()).toBe(hasSpace);
  });

  it('changes nothing when the system does not report free space', async () => {
    free = null;
    expect(await reserve().adjust()).toBeNull();
    expect(await readdir(folder)).toEqual([]);
  });
});

it('measures the disk of a folder and returns null for a missing folder', async () => {
  expect(await freeBytesOf(folder)).toBeGreaterThan(0);
  expect(await freeBytesOf(path.join(folder, 'missing'))).toBeNull();
});
