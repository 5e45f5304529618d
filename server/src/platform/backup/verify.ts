import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { StartupError } from '@ledgerline/host/startup-error';
import { sizeOf } from './copied-files.ts';
import { KEYS_FILE, type Manifest, readManifest, tableFile } from './manifest.ts';

/** At most this many damaged files are named; the others are counted. */
const NAMED = 10;

export interface Verified {
  manifest: Manifest;
  /** False for a backup of an earlier version: only its row counts could be compared. */
  hasChecksums: boolean;
}

/**
 * Reads a complete backup and compares it with its manifest; changes nothing.
 * @throws StartupError that names what is missing or damaged
 */
export async function verifyBackup(folder: string): Promise<Verified> {
  const manifest = await readManifest(folder);
  const hasChecksums = manifest.files !== undefined;
  const problems = hasChecksums ? await compareSums(folder, manifest) : await compareCounts(folder, manifest);
  if (problems.length === 0) return { manifest, hasChecksums };
  const more = problems.length > NAMED ? `; and ${problems.length - NAMED} more` : '';
  throw new StartupError(`The backup ${folder} is damaged: ${problems.slice(0, NAMED).join('; ')}${more}.`);
}

async function compareSums(folder: string, { tables, files = [] }: Manifest): Promise<string[]> {
  const problems: string[] = [];
  const expected = [
    ...tables.map(({ name, sha256 }) => ({ path: tableFile(name), sha256 })),
    ...files.map(({ path: file, sha256 }) => ({ path: file, sha256 })),
  ];
  for (const file of expected) {
    const filePath = path.join(folder, file.path);
    if ((await sizeOf(filePath)) === null) problems.push(`${file.path} is missing`);
    else if ((await sumOf(filePath)) !== file.sha256)
      problems.push(`${file.path} does not match its checksum`);
  }
  return problems;
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Without checksums: every table can be decompressed and has as many rows as the manifest records. */
async function compareCounts(folder: string, { tables, has_keys }: Manifest): Promise<string[]> {
  const problems: string[] = [];
  for (const { name, rows } of tables) {
    const file = tableFile(name);
    const filePath = path.join(folder, file);
    if ((await sizeOf(filePath)) === null) problems.push(`${file} is missing`);
    else {
      const found = await countLines(filePath);
      if (found === null) problems.push(`${file} cannot be decompressed`);
      else if (found !== rows) problems.push(`${file} has ${found} of ${rows} rows`);
    }
  }
  if (has_keys && (await sizeOf(path.join(folder, KEYS_FILE))) === null)
    problems.push(`${KEYS_FILE} is missing`);
  return problems;
}

async function countLines(file: string): Promise<number | null> {
  let count = 0;
  try {
    await pipeline(createReadStream(file), createGunzip(), async (text: AsyncIterable<Buffer>) => {
      for await (const piece of text) for (const byte of piece) if (byte === 10) count++;
    });
    return count;
  } catch {
    return null;
  }
}
