import { parseArgs } from 'node:util';
import { reasonOf, StartupError } from '../host/src/startup-error.ts';
import { archiveFolder } from '../server/src/platform/archive/archive-folder.ts';
import { restoreAt } from '../server/src/platform/archive/restore-at.ts';
import { readMoment } from '../server/src/platform/archive/rules.ts';
import { writeRestored } from '../server/src/platform/audit/write-checkpoints.ts';
import { createTokenSigner } from '../server/src/platform/auth/tokens.ts';
import { deleteListed } from '../server/src/platform/backup/deleted-clients.ts';
import { type Installation, openStopped, withClient } from '../server/src/platform/backup/installation.ts';
import type { Manifest } from '../server/src/platform/backup/manifest.ts';
import { findMissingFiles } from '../server/src/platform/backup/missing-files.ts';
import { restoreBackup } from '../server/src/platform/backup/restore.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import type { Config } from '../server/src/platform/config.ts';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { AppError } from '../server/src/platform/errors.ts';
import { requireKeys } from '../server/src/platform/secrets/key-ring.ts';
import { createCheckpointStores } from '../server/src/providers/providers.ts';
import { createS3Storage } from '../server/src/providers/storage/s3.ts';
import { runCommand } from './installation.ts';

/** Reports files that are missing from the bucket, before a client notices. */
async function printMissingFiles(config: Config, url: string, manifest: Manifest): Promise<void> {
  if (config.STORAGE_PROVIDER !== 's3') return;
  if (!manifest.files_bucket) {
    console.log('The files of the backup are in the data folder. Copy them to the bucket now:');
    console.log('npm run storage:copy');
    return;
  }
  try {
    const { looked, missing } = await findMissingFiles(url, createS3Storage(config));
    console.log(`Files checked in the bucket ${config.S3_BUCKET}: ${looked}. Missing: ${missing.length}.`);
    for (const key of missing.slice(0, 10)) console.log(`  missing: ${config.S3_PREFIX}${key}`);
    if (missing.length > 0) process.exitCode = 1;
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error;
    throw new StartupError(
      `The rows were restored, but the bucket could not be checked (${reasonOf(cause)}). Run npm run providers:check.`,
    );
  }
}

/**
 * Records the restore in the audit checkpoints, so that checkpoints newer than the backup are not reported as an
 * alteration.
 */
async function recordRestore(
  config: Config,
  { url, paths }: Pick<Installation, 'url' | 'paths'>,
): Promise<void> {
  const database = openDatabase(url, { max: 1, onError: () => undefined });
  try {
    const tokens = createTokenSigner((await requireKeys(config, paths.keysFile)).tokenSecret);
    const parts = { database, clock: systemClock, checkpointStores: createCheckpointStores(config), tokens };
    for (const line of await writeRestored(parts)) console.log(line);
  } catch (error) {
    console.log(
      `The restore could not be recorded in the audit checkpoints (${reasonOf(error)}). Run this once: npm run audit:verify -- --restored`,
    );
  } finally {
    await database.close();
  }
}

const USAGE =
  'npm run restore -- <backup folder>, or npm run restore -- --at "2026-11-24 13:00" [--archive <folder>], each with [--deleted <list>]';

/** `--deleted` names a list of deleted clients that is neither in the data folder nor in the backup. */
function readArgs(args: string[]): { folder?: string; at?: string; archive?: string; deleted?: string } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { at: { type: 'string' }, archive: { type: 'string' }, deleted: { type: 'string' } },
      allowPositionals: true,
    });
    return { ...values, folder: positionals[0] };
  } catch (error) {
    throw new StartupError(`${reasonOf(error)}: ${USAGE}`);
  }
}

async function loadBackup(config: Config, folder: string, deletedClients: string[]): Promise<void> {
  const installation = await openStopped(config);
  try {
    const manifest = await restoreBackup({ ...installation, config, deletedClients }, folder);
    const { tables, created_at } = manifest;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Restored ${rows} rows of ${tables.length} tables from the backup of ${created_at}.`);
    for (const note of manifest.notes) console.log(note);
    await recordRestore(config, installation);
    await printMissingFiles(config, installation.url, manifest);
  } finally {
    await installation.close();
  }
}

/** The moment `end` restores everything in the archive. */
async function restoreMoment(
  config: Config,
  at: string,
  archive: string,
  deletedClients: string[],
): Promise<void> {
  const until = at === 'end' ? null : readMoment(at, config.TIME_ZONE);
  if (at !== 'end' && !until)
    throw new StartupError(
      `"${at}" is not a valid moment. Examples: "2026-11-24 13:00" (${config.TIME_ZONE}), 2026-11-24T18:00:00Z.`,
    );
  const restored = await restoreAt(config, archiveFolder(archive), until);
  try {
    console.log(
      `Restored into ${restored.paths.path} as of ${until?.toISOString() ?? 'the end of the archive'}.`,
    );
    const { deletedClientsFile } = restored.paths;
    const deleted = await withClient(restored.url, (client) =>
      deleteListed(client, deletedClientsFile, deletedClients),
    );
    for (const note of [...restored.notes, ...deleted]) console.log(note);
    if (config.STORAGE_PROVIDER === 's3')
      console.log(
        `Documents are in the bucket ${config.S3_BUCKET} and were not checked: recover deleted ones from its versions.`,
      );
    await recordRestore(config, restored);
  } finally {
    await restored.close();
  }
}

/**
 * npm run restore -- <backup folder>: restores into an empty installation whose server is stopped. With `--at` it restores the
 * state of a moment from the archive in WAL_ARCHIVE or `--archive`, into an empty data folder.
 */
await runCommand(async (config, args) => {
  const { folder, at, archive = config.WAL_ARCHIVE, deleted } = readArgs(args);
  const lists = deleted === undefined ? [] : [deleted];
  if (at === undefined) {
    if (!folder) throw new StartupError(`Specify the backup: ${USAGE}`);
    return loadBackup(config, folder, lists);
  }
  if (!archive) throw new StartupError(`Specify the archive: ${USAGE}`);
  return restoreMoment(config, at, archive, lists);
});
