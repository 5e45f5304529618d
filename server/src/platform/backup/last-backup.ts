import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { OWN_NAME, readCreatedAt } from './retention.ts';

/** When the newest complete backup in a folder was created; null without one. Folders with other names are ignored. */
export async function lastBackupAt(backupsDir: string): Promise<string | null> {
  const names = await readdir(backupsDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  // The names start with the time, so the first complete one is the newest.
  for (const name of names.filter((one) => OWN_NAME.test(one)).sort((a, b) => b.localeCompare(a))) {
    const createdAt = await readCreatedAt(path.join(backupsDir, name));
    if (createdAt !== null) return createdAt;
  }
  return null;
}
