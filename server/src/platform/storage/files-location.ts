import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createDurably } from '@ledgerline/host/durable';
import type { Config } from '../config.ts';
import { dataPaths } from '../data-folder.ts';
import { FOLDER_ID_FILE } from './storage.ts';

/** The location of a server's files, distinguished from every other location. */
export interface FilesLocation {
  /** Twelve hex digits, the same for every server with the same location. */
  mark: string;
  /** For messages: `The files folder /srv/files`. */
  label: string;
}

/** A folder has its mark in a file, created if there is none; a bucket is identified by its address. */
export async function filesLocation(config: Config): Promise<FilesLocation> {
  const { mark, label } = await knownLocation(config);
  return { mark: mark ?? (await markOf(dataPaths(config.dataDir).filesDir)), label };
}

/** The same without creating anything: a folder that was never used has no mark. */
export async function knownLocation(config: Config): Promise<{ mark: string | null; label: string }> {
  if (config.STORAGE_PROVIDER === 's3') {
    const address = [config.S3_ENDPOINT, config.S3_BUCKET, config.S3_PREFIX].join(' ');
    const mark = createHash('sha256').update(address).digest('hex').slice(0, 12);
    return { mark, label: `The file storage ${config.S3_BUCKET}/${config.S3_PREFIX ?? ''}` };
  }
  const { filesDir } = dataPaths(config.dataDir);
  return {
    mark: await readMark(path.join(filesDir, FOLDER_ID_FILE)),
    label: `The files folder ${filesDir}`,
  };
}

/** If several servers start at once, one creates the mark, and all read it completely. */
async function markOf(folder: string): Promise<string> {
  const file = path.join(folder, FOLDER_ID_FILE);
  const mark = randomBytes(6).toString('hex');
  const isMine = await createDurably(file, mark);
  return isMine ? mark : ((await readMark(file)) ?? '');
}

async function readMark(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim() || null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
