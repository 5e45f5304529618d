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
async function printRestored(
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
      `The heads of the audit trail do not know of the restore (${reasonOf(error)}). Run this once: npm run audit:verify -- --restored`,
    );
  } finally {
    await database.close();
  }
}

const USAGE =
  'npm run restore -- <backup folder>, or npm run restore -- --at "2026-11-24 13:00" [--archive <folder>], each with [--deleted <list>]';

/** `--deleted` names a list of deleted clients that lies neither in the data folder nor in that of the backup. */
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
    await printRestored(config, installation);
    await lookForFiles(config, installation.url, manifest);
  } finally {
    await installation.close();
  }
}

/** `end` is everything that the archive holds. */
async function goBack(config: Config, at: string, archive: string, deletedClients: string[]): Promise<void> {
  const until = at === 'end' ? null : readMoment(at, config.TIME_ZONE);
  if (at !== 'end' && !until)
    throw new StartupError(
      `"${at}" is no moment such as "2026-11-24 13:00" (${config.TIME_ZONE}) or 2026-11-24T18:00:00Z.`,
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
        `Documents lie in the bucket ${config.S3_BUCKET} and were not looked at: bring back deleted ones by its versions.`,
      );
    await printRestored(config, restored);
  } finally {
    await restored.close();
  }
}

/**
 * npm run restore -- <backup folder>: into an empty installation whose server is stopped. With `--at` it goes back to a moment
 * from the archive that WAL_ARCHIVE or `--archive` names, into an empty data folder.
 */
await runCommand(async (config, args) => {
  const { folder, at, archive = config.WAL_ARCHIVE, deleted } = readArgs(args);
  const lists = deleted === undefined ? [] : [deleted];
  if (at === undefined) {
    if (!folder) throw new StartupError(`Name the backup: ${USAGE}`);
    return loadBackup(config, folder, lists);
  }
  if (!archive) throw new StartupError(`Name the archive: ${USAGE}`);
  return goBack(config, at, archive, lists);
});
