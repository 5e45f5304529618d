import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { reasonOf, StartupError } from '../host/src/startup-error.ts';
import { writeBackup } from '../server/src/platform/backup/backup.ts';
import { connectToInstallation } from '../server/src/platform/backup/installation.ts';
import { removeOldBackups } from '../server/src/platform/backup/last-backup.ts';
import { filesBucketOf, type Manifest } from '../server/src/platform/backup/manifest.ts';
import { verifyBackup } from '../server/src/platform/backup/verify.ts';
import { systemClock } from '../server/src/platform/clock.ts';
import type { Config } from '../server/src/platform/config.ts';
import type { DataPaths } from '../server/src/platform/data-folder.ts';
import { runCommand } from './installation.ts';

const USAGE = 'npm run backup [-- <new folder>], or npm run backup -- --verify <folder>';

function readArgs(args: string[]): { folder?: string; verify?: string } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { verify: { type: 'string' } },
      allowPositionals: true,
    });
    if (positionals.length > (values.verify === undefined ? 1 : 0)) throw new Error('too many folders');
    return { ...values, folder: positionals[0] };
  } catch (error) {
    throw new StartupError(`${reasonOf(error)}: ${USAGE}`);
  }
}

function sizeText({ tables, files = [] }: Manifest): string {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return `${tables.length} tables and ${files.length} files (${(bytes / 1024 / 1024).toFixed(1)} MB)`;
}

async function printContents(folder: string): Promise<void> {
  const { manifest, hasChecksums } = await verifyBackup(folder);
  if (hasChecksums) console.log(`Verified: ${sizeText(manifest)} match their checksums.`);
  else {
    console.log(
      'This backup was created by an earlier version and has no checksums: only its rows were counted.',
    );
  }
  if (manifest.files_bucket) {
    console.log(
      `Documents are in the bucket ${manifest.files_bucket.bucket} and not part of the backup: protect them with bucket versioning or a copy of the bucket.`,
    );
  }
  if (manifest.waiting_mails) {
    console.log(
      `${manifest.waiting_mails} emails were waiting to be sent. A restore does not send them: it marks them as failed.`,
    );
  }
}

/** Emails written as files count as sent, so a backup does not contain them. */
async function printOutbox({ outboxDir }: DataPaths): Promise<void> {
  const emails = (await readdir(outboxDir).catch(() => [])).filter((name) => name.endsWith('.eml'));
  if (emails.length > 0)
    console.log(
      `The ${emails.length} emails in ${outboxDir} are not part of the backup: they count as sent.`,
    );
}

async function removeOld(config: Config, paths: DataPaths, verified: string): Promise<void> {
  if (config.BACKUP_KEEP_DAYS === undefined) return;
  const retention = { verified, retentionDays: config.BACKUP_KEEP_DAYS, now: systemClock.now() };
  const removed = await removeOldBackups(paths.backupsDir, retention);
  for (const name of removed) console.log(`Removed the backup ${path.join(paths.backupsDir, name)}`);
}

/**
 * npm run backup [-- <new folder>]: works with or without a running server. With `--verify <folder>` it only reads an existing
 * backup and reports whether it is intact.
 */
await runCommand(async (config, args) => {
  const { folder, verify } = readArgs(args);
  if (verify !== undefined) return printContents(verify);
  const installation = await connectToInstallation(config);
  try {
    const bucket = filesBucketOf(config);
    const source = { ...installation, version: config.version, clock: systemClock, bucket };
    const written = await writeBackup(source, folder);
    console.log(`Backup written to ${written}`);
    await printContents(written);
    await printOutbox(installation.paths);
    await removeOld(config, installation.paths, written);
  } finally {
    await installation.close();
  }
});
