import files, { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDurably, makeFolders, writeDurably } from './durable.ts';
import { type DiskCalls, watchDisk } from './testing/disk-calls.ts';

let folder: string;
let disk: DiskCalls;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ledgerline-durable-'));
  disk = watchDisk();
});
afterEach(async () => {
  disk.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a durable write', () => {
  it('brings the names of new folders to the disk, from the one that was there', async () => {
    await makeFolders(path.join(folder, 'a', 'b', 'c'));
    expect(disk.calls).toEqual(
      [path.join(folder, 'a', 'b'), path.join(folder, 'a'), folder].map((f) => `sync ${f}`),
    );
    disk.calls.length = 0;
    await makeFolders(path.join(folder, 'a', 'b', 'c'));
    expect(disk.calls).toEqual([]);
  });

  it('that fails leaves the former file and no half one', async () => {
    const file = path.join(folder, 'kept.txt');
    await writeDurably(file, 'former');
    async function* breaking() {
      yield Buffer.from('half of the new one');
      throw new Error('the source broke');
    }
    await expect(writeDurably(file, breaking())).rejects.toThrow('the source broke');
    expect(await readdir(folder)).toEqual(['kept.txt']);
    expect(await readFile(file, 'utf8')).toBe('former');
  });
});

describe('a file that one of several makes', () => {
  /** No such disk can be had without root: here the call answers as those disks do. */
  async function withoutLinks(code: string, work: () => Promise<void>): Promise<void> {
    const { link } = files;
    files.link = () => Promise.reject(Object.assign(new Error(code), { code }));
    syncBuiltinESMExports();
    try {
      await work();
    } finally {
      files.link = link;
      syncBuiltinESMExports();
    }
  }
  async function expectOne(): Promise<void> {
    const file = path.join(folder, 'mark.txt');
    const made = await Promise.all(['a', 'b', 'c'].map((mark) => createDurably(file, mark)));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await readFile(file, 'utf8')).toBe(['a', 'b', 'c'][made.indexOf(true)]);
    expect(await createDurably(file, 'd')).toBe(false);
    expect(await readdir(folder)).toEqual(['mark.txt']);
  }

  it('is made once, whole, and leaves no half', expectOne);

  it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])(
    'is made once where a disk has no hard links (%s)',
    (code) => withoutLinks(code, expectOne),
  );

  it('is not made where the disk fails otherwise', async () => {
    await withoutLinks('EIO', async () => {
      await expect(createDurably(path.join(folder, 'mark.txt'), 'a')).rejects.toThrow('EIO');
    });
    expect(await readdir(folder)).toEqual([]);
  });
});
