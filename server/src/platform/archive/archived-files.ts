import { createHash } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { openToRead, writeDurably } from '@ledgerline/host/durable';
import { filesBelow, ignoreMissing } from '../backup/copied-files.ts';
import type { DataPaths } from '../data-folder.ts';
import { OWN_FILES } from '../storage/storage.ts';
import { type ArchiveFolder, nameOf, namesIn } from './archive-folder.ts';

const DAY_MS = 86_400_000;

/**
 * Copies what the archive lacks: each file and template once, because a stored file never changes except for its wrapped key,
 * which the archived keys decrypt; the key file whenever it changes. `known` avoids checking a file twice.
 */
export async function copyNewFiles(
  paths: DataPaths,
  archive: ArchiveFolder,
  known: Set<string>,
  now: Date,
): Promise<void> {
  for (const [from, to] of folderPairs(paths, archive)) {
    for await (const name of filesBelow(from)) {
      const target = path.join(to, name);
      if (known.has(target) || OWN_FILES.includes(name)) continue;
      if (!(await isThere(target)))
        await ignoreMissing(
          openToRead(path.join(from, name)).then((bytes) => writeDurably(target, bytes).then(() => {})),
        );
      known.add(target);
    }
  }
  await archiveKeys(paths.keysFile, archive, now);
}

const folderPairs = (paths: DataPaths, archive: ArchiveFolder) =>
  [
    [paths.filesDir, archive.filesDir],
    [paths.templatesDir, archive.templatesDir],
  ] as const;

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** Retired keys still decrypt what was written with them, so no version of the key file is ever replaced. */
async function archiveKeys(keysFile: string, { keysDir }: ArchiveFolder, now: Date): Promise<void> {
  const text = await readFile(keysFile, 'utf8').catch(() => null);
  if (text === null) return;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
  if ((await namesIn(keysDir)).some((name) => name.includes(digest))) return;
  await writeDurably(path.join(keysDir, `${nameOf(now)}-${digest}.json`), text);
}

/** Removes copies of files that have been missing from the installation for the given number of days. */
export async function removeGoneFiles(
  paths: DataPaths,
  archive: ArchiveFolder,
  { retentionDays, now }: { retentionDays: number; now: Date },
): Promise<void> {
  const before = await readGone(archive.goneFile);
  const gone: Record<string, string> = {};
  for (const [from, to] of folderPairs(paths, archive)) {
    for await (const name of filesBelow(to)) {
      if (await isThere(path.join(from, name))) continue;
      const target = path.join(to, name);
      const since = before[target] ?? now.toISOString();
      if (now.getTime() - Date.parse(since) > retentionDays * DAY_MS) await rm(target, { force: true });
      else gone[target] = since;
    }
  }
  await writeDurably(archive.goneFile, `${JSON.stringify(gone)}\n`);
}

async function readGone(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const read: unknown = JSON.parse(text);
  return Object.fromEntries(Object.entries(read ?? {}).map(([name, since]) => [name, String(since)]));
}
