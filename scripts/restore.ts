import { reasonOf, StartupError } from '../host/src/startup-error.ts';
import { writeRestored } from '../server/src/platform/audit/write-heads.ts';
import { createTokenSigner } from '../server/src/platform/auth/tokens.ts';
import { type Installation, openStopped } from '../server/src/platform/backup/installation.ts';
import { findMissingFiles } from '../server/src/platform/backup/kept-files.ts';
import type { Manifest } from '../server/src/platform/backup/manifest.ts';
import { restoreBackup } from '../server/src/platform/backup/restore.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import type { Config } from '../server/src/platform/config.ts';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { AppError } from '../server/src/platform/errors.ts';
import { requireKeys } from '../server/src/platform/secrets/key-ring.ts';
import { createHeadStores } from '../server/src/providers/providers.ts';
import { createS3Storage } from '../server/src/providers/storage/s3.ts';
import { runCommand } from './installation.ts';

/** With files in a bucket: are they there? Rows without their files would be noticed by a client otherwise. */
async function lookForFiles(config: Config, url: string, manifest: Manifest): Promise<void> {
  if (config.STORAGE_PROVIDER !== 's3') return;
  if (!manifest.files_bucket) {
    console.log('The files of the backup are in the data folder. Copy them into the bucket now:');
    console.log('npm run storage:copy');
    return;
  }
  try {
    const { looked, missing } = await findMissingFiles(url, createS3Storage(config));
    console.log(
      `Looked for ${looked} files in the bucket ${config.S3_BUCKET}: ${missing.length} are missing.`,
    );
    for (const key of missing.slice(0, 10)) console.log(`  missing: ${config.S3_PREFIX}${key}`);
    if (missing.length > 0) process.exitCode = 1;
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error;
    throw new StartupError(
      `The rows are restored, but the bucket could not be looked at (${reasonOf(cause)}). Run npm run providers:check.`,
    );
  }
}

/** Heads of the audit trail that stand behind the backup are no fault: the database was put back on purpose. */
async function sayRestored(config: Config, { url, paths }: Installation): Promise<void> {
  const database = openDatabase(url, { max: 1, onError: () => undefined });
  try {
    const tokens = createTokenSigner((await requireKeys(config, paths.keysFile)).tokenSecret);
    const parts = { database, clock: systemClock, heads: createHeadStores(config), tokens };
    for (const line of await writeRestored(parts)) console.log(line);
  } catch (error) {
    console.log(
      `The heads of the audit trail do not know of the restore (${reasonOf(error)}). Run this once: npm run audit:verify -- --restored`,
    );
  } finally {
    await database.close();
  }
}

/** npm run restore -- <backup folder>: into an empty installation whose server is stopped. */
await runCommand(async (config, [folder]) => {
  if (!folder) throw new StartupError('Name the backup: npm run restore -- <folder>');
  const installation = await openStopped(config);
  try {
    const manifest = await restoreBackup({ ...installation, config }, folder);
    const { tables, created_at } = manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Restored ${rows} rows of ${tables.length} tables from the backup of ${created_at}.`);
    for (const note of manifest.notes) console.log(note);
    await sayRestored(config, installation);
    await lookForFiles(config, installation.url, manifest);
  } finally {
    await installation.close();
  }
});
