import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataPaths } from '#platform/data-folder.ts';
import { archiveFolder, BASE_NOTE, basesOf } from './archive-folder.ts';
import { copyNewFiles, removeGoneFiles } from './archived-files.ts';
import { removeOutdated } from './archiving.ts';

let parent: string;
const DAY_MS = 86_400_000;
const START = new Date('2026-11-01T00:00:00Z');
const day = (n: number) => new Date(START.getTime() + n * DAY_MS);
const paths = () => dataPaths(path.join(parent, 'data'));
const archive = () => archiveFolder(path.join(parent, 'archive'));
const named = (folder: string) => readdir(folder).then((names) => names.sort());

beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'ledgerline-archived-'));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

it('keeps deleted files for the retention period, and every version of the keys permanently', async () => {
  const folder = path.join(paths().filesDir, 'documents');
  await mkdir(folder, { recursive: true });
  for (const name of ['kept.pdf', 'gone.pdf']) await writeFile(path.join(folder, name), name);
  await writeFile(paths().keysFile, 'first');
  const known = new Set<string>();
  await copyNewFiles(paths(), archive(), known, START);
  await copyNewFiles(paths(), archive(), known, START);
  await writeFile(paths().keysFile, 'second');
  await copyNewFiles(paths(), archive(), known, day(1));
  expect((await named(archive().keysDir)).length).toBe(2);
  await rm(path.join(folder, 'gone.pdf'));
  const copies = path.join(archive().filesDir, 'documents');
  for (const n of [1, 15]) {
    await removeGoneFiles(paths(), archive(), { retentionDays: 14, now: day(n) });
    expect(await named(copies)).toEqual(['gone.pdf', 'kept.pdf']);
  }
  await removeGoneFiles(paths(), archive(), { retentionDays: 14, now: day(16) });
  expect(await named(copies)).toEqual(['kept.pdf']);
});

it('deletes only bases and segments that no point of the retention period needs', async () => {
  const { basesDir, walDir } = archive();
  await mkdir(walDir, { recursive: true });
  for (const [n, segment] of [1, 5, 9].entries()) {
    const folder = path.join(basesDir, `base-${n}`);
    await mkdir(folder, { recursive: true });
    const first_segment = `0000000100000000000000${String(segment).padStart(2, '0')}`;
    const note = { finished_at: day(n).toISOString(), first_segment, version: '0' };
    await writeFile(path.join(folder, BASE_NOTE), JSON.stringify(note));
    for (const step of [0, 1]) {
      const name = `0000000100000000000000${String(segment + step).padStart(2, '0')}`;
      await writeFile(path.join(walDir, name), '');
    }
  }
  await writeFile(path.join(walDir, '00000002.history'), '');
  await mkdir(path.join(basesDir, 'half.unfinished'));
  const clock = { now: () => day(15.5) };
  await removeOutdated({ archive: archive(), paths: paths(), retentionDays: 14, clock });
  expect((await basesOf(archive())).map(({ folder }) => path.basename(folder))).toEqual(['base-1', 'base-2']);
  expect((await named(walDir)).map((name) => name.slice(-2))).toEqual(['05', '06', '09', '10', 'ry']);
});
