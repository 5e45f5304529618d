import files, { readdir, readFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDurably, createFolders, writeDurably } from './durable.ts';
import { useWatchedFolder } from './testing/watched-folder.ts';

const watched = useWatchedFolder();

describe('a durable write', () => {
  it('brings the names of new folders to the disk, from the one that was there', async () => {
    await createFolders(path.join(watched.folder, 'a', 'b', 'c'));
    expect(watched.disk.calls).toEqual(
      [path.join(watched.folder, 'a', 'b'), path.join(watched.folder, 'a'), watched.folder].map(
        (f) => `sync ${f}`,
      ),
    );
    watched.disk.calls.length = 0;
    await createFolders(path.join(watched.folder, 'a', 'b', 'c'));
    expect(watched.disk.calls).toEqual([]);
  });

  it('that fails leaves the former file and no half one', async () => {
    const file = path.join(watched.folder, 'kept.txt');
    await writeDurably(file, 'former');
    async function* breaking() {
      yield Buffer.from('half of the new one');
      throw new Error('the source broke');
    }
    await expect(writeDurably(file, breaking())).rejects.toThrow('the source broke');
    expect(await readdir(watched.folder)).toEqual(['kept.txt']);
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
    const file = path.join(watched.folder, 'mark.txt');
    const created = await Promise.all(['a', 'b', 'c'].map((mark) => createDurably(file, mark)));
    expect(created.filter(Boolean)).toHaveLength(1);
    expect(await readFile(file, 'utf8')).toBe(['a', 'b', 'c'][created.indexOf(true)]);
    expect(await createDurably(file, 'd')).toBe(false);
    expect(await readdir(watched.folder)).toEqual(['mark.txt']);
  }

  it('is made once, whole, and leaves no half', expectOne);

  it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])(
    'is made once where a disk has no hard links (%s)',
    (code) => withoutLinks(code, expectOne),
  );

  it('is not made where the disk fails otherwise', async () => {
    await withoutLinks('EIO', async () => {
      await expect(createDurably(path.join(watched.folder, 'mark.txt'), 'a')).rejects.toThrow('EIO');
    });
    expect(await readdir(watched.folder)).toEqual([]);
  });
});
