import files, { readdir, readFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDurably, createFolders, writeDurably } from './durable.ts';
import { useWatchedFolder } from './testing/watched-folder.ts';

const watched = useWatchedFolder();

describe('a durable write', () => {
  it('syncs the parents of new folders up to the first existing one', async () => {
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

  it('leaves the previous file and no partial file when it fails', async () => {
    const file = path.join(watched.folder, 'saved.txt');
    await writeDurably(file, 'previous');
    async function* failingSource() {
      yield Buffer.from('half of the new content');
      throw new Error('the source failed');
    }
    await expect(writeDurably(file, failingSource())).rejects.toThrow('the source failed');
    expect(await readdir(watched.folder)).toEqual(['saved.txt']);
    expect(await readFile(file, 'utf8')).toBe('previous');
  });
});

describe('a file that several processes try to create', () => {
  /** A disk without hard links cannot be mounted without root, so `link` fails with the error code of such a disk. */
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

  it('is created once and complete, without a leftover partial file', expectOne);

  it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])(
    'is created once on a disk without hard links (%s)',
    (code) => withoutLinks(code, expectOne),
  );

  it('is not created when the disk fails for another reason', async () => {
    await withoutLinks('EIO', async () => {
      await expect(createDurably(path.join(watched.folder, 'mark.txt'), 'a')).rejects.toThrow('EIO');
    });
    expect(await readdir(watched.folder)).toEqual([]);
  });
});
