import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '@ledgerline/host/startup-error';
import { z } from 'zod';
import type { Config } from '../config.ts';

/** The bucket of the files if they are not in the data folder; it is backed up separately. */
const bucketSchema = z.object({ bucket: z.string(), prefix: z.string(), endpoint: z.string().nullable() });
export type FilesBucket = z.output<typeof bucketSchema>;

/** The content of a backup; written last, so that a folder with a manifest is a complete backup. */
const manifestSchema = z.object({
  product: z.literal('ledgerline'),
  format: z.literal(1),
  version: z.string(),
  created_at: z.string(),
  /** The number of migrations applied to the database. */
  migrations: z.number().int().positive(),
  tables: z.array(
    z.object({
      name: z.string(),
      rows: z.number(),
      columns: z.array(z.string()),
      /** The hash of the table's file. */
      sha256: z.string().optional(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string() })),
  /** Whether keys.json is included; if not, the keys come from FIELD_KEYS. */
  has_keys: z.boolean(),
  /** Absent when the files are part of the backup. */
  files_bucket: bucketSchema.optional(),
  /** Every other file of the backup, by its path in it. Absent, like all checksums, in backups of earlier versions. */
  files: z.array(z.object({ path: z.string(), size: z.number(), sha256: z.string() })).optional(),
  /** Emails still queued when the backup was made. */
  waiting_mails: z.number().optional(),
  /** The hash of the manifest itself without this line. */
  sha256: z.string().optional(),
});
export type Manifest = z.output<typeof manifestSchema>;
/** A file of a backup as it was written. */
export type BackedUpFile = NonNullable<Manifest['files']>[number];

export const MANIFEST_FILE = 'manifest.json';
export const KEYS_FILE = 'keys.json';
/** Folders of the data folder that a backup copies. */
export const COPIED_FOLDERS = ['files', 'templates'] as const;

/** Null when files are in the data folder. */
export function filesBucketOf(config: Config): FilesBucket | null {
  if (config.STORAGE_PROVIDER !== 's3' || !config.S3_BUCKET) return null;
  return { bucket: config.S3_BUCKET, prefix: config.S3_PREFIX, endpoint: config.S3_ENDPOINT ?? null };
}

export const tableFile = (table: string) => path.join('tables', `${table}.jsonl.gz`);

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST_FILE), 'utf8').catch(() => null);
  if (text === null) throw new StartupError(`${folder} is not a backup: it has no ${MANIFEST_FILE}.`);
  let manifest: Manifest;
  try {
    manifest = manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new StartupError(`The backup ${folder} has a ${MANIFEST_FILE} that this version cannot read.`);
  }
  if (manifest.sha256 !== undefined && manifest.sha256 !== checksumOf(JSON.parse(text)))
    throw new StartupError(`The backup ${folder} is damaged: ${MANIFEST_FILE} does not match its checksum.`);
  return manifest;
}

/** The manifest's text, with a checksum over all its content. */
export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify({ ...manifest, sha256: checksumOf(manifest) }, null, 2)}\n`;
}

/** Property order survives writing and reading, so the same manifest always produces the same text. */
function checksumOf({ sha256: _, ...rest }: Partial<Manifest>): string {
  return createHash('sha256').update(JSON.stringify(rest)).digest('hex');
}
