import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createDurably } from '@ledgerline/host/durable';
import { StartupError } from '@ledgerline/host/startup-error';
import { z } from 'zod';

/** The description of a base backup, stored beside `cluster/` and `password`. */
const baseSchema = z.object({
  /** Recovery is possible from this time on: the copy was finished. */
  finished_at: z.iso.datetime(),
  /** The first log segment it needs. */
  first_segment: z.string().regex(/^[0-9A-F]{24}$/),
  version: z.string(),
});
export type BaseNote = z.output<typeof baseSchema>;
export type Base = BaseNote & { folder: string };

export const BASE_NOTE = 'base.json';
/** The suffix of a base backup until it is complete. */
export const UNFINISHED = '.unfinished';

/** The parts of an archive (decision 075). */
export interface ArchiveFolder {
  path: string;
  /** Log segments, written by PostgreSQL. */
  walDir: string;
  basesDir: string;
  /** Every stored file and template once, under its own name. */
  filesDir: string;
  templatesDir: string;
  /** Each version of the key file, by the time it was first seen. */
  keysDir: string;
  /** When files disappeared from the installation. */
  goneFile: string;
  ownerFile: string;
}

export function archiveFolder(dir: string): ArchiveFolder {
  const folder = path.resolve(dir);
  return {
    path: folder,
    walDir: path.join(folder, 'wal'),
    basesDir: path.join(folder, 'base'),
    filesDir: path.join(folder, 'files'),
    templatesDir: path.join(folder, 'templates'),
    keysDir: path.join(folder, 'keys'),
    goneFile: path.join(folder, 'gone.json'),
    ownerFile: path.join(folder, 'owner.txt'),
  };
}

/** A name that sorts by time and is valid on every file system. */
export const nameOf = (at: Date): string => at.toISOString().replaceAll(':', '-');

/** The sorted names in a folder; empty if the folder does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.sort();
}

/** The complete base backups, oldest first. */
export async function basesOf({ basesDir }: ArchiveFolder): Promise<Base[]> {
  const bases: Base[] = [];
  for (const name of await namesIn(basesDir)) {
    if (name.endsWith(UNFINISHED)) continue;
    const folder = path.join(basesDir, name);
    const text = await readFile(path.join(folder, BASE_NOTE), 'utf8').catch(() => null);
    const note = text === null ? null : baseSchema.safeParse(JSON.parse(text));
    if (note?.success) bases.push({ ...note.data, folder });
  }
  return bases;
}

/**
 * An archive belongs to one installation: two that write into it, such as a test restore beside the real one, would mix their
 * logs.
 */
export async function claimArchive(
  { ownerFile, path: folder }: ArchiveFolder,
  dataDir: string,
): Promise<void> {
  if (await createDurably(ownerFile, `${dataDir}\n`)) return;
  const owner = (await readFile(ownerFile, 'utf8')).trim();
  if (owner === dataDir) return;
  throw new StartupError(
    `The archive ${folder} belongs to the installation in ${owner}. Set WAL_ARCHIVE to another folder, or remove ${ownerFile} when that installation will never run again.`,
  );
}
