import { readFile, statfs } from 'node:fs/promises';
import path from 'node:path';
import { dataPaths } from '#platform/data-folder.ts';

/** Bytes of a disk, as far as this process may use them. */
export interface DiskUse {
  used: number;
  total: number;
  percent: number;
}

/** The fullest of the disks that a server with this data folder writes to; null where the system does not report it. */
export async function fullestDisk(dataDir: string): Promise<DiskUse | null> {
  const { path: root, filesDir, outboxDir, templatesDir } = dataPaths(dataDir);
  // If a server that runs as root stores the database elsewhere, this file names the location.
  const elsewhere = await readFile(path.join(root, 'database.location'), 'utf8').catch(() => '');
  const folders = [root, filesDir, outboxDir, templatesDir, elsewhere.trim()].filter(Boolean);
  const uses = await Promise.all(folders.map(useOf));
  return uses.reduce((most, use) => (use && use.percent > (most?.percent ?? -1) ? use : most), null);
}

async function useOf(folder: string): Promise<DiskUse | null> {
  const disk = await statfs(folder).catch(() => null);
  if (!disk || disk.blocks === 0) return null;
  const used = (disk.blocks - disk.bfree) * disk.bsize;
  const total = used + disk.bavail * disk.bsize;
  return { used, total, percent: (used / total) * 100 };
}
