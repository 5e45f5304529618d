import { chown, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeDurably } from '@ledgerline/host/durable';
import { StartupError } from '@ledgerline/host/startup-error';
import type { Account } from './account.ts';
import { type Cluster, ROLE } from './cluster.ts';
import { letPass } from './database-home.ts';
import type { NativeBinaries } from './native-binaries.ts';
import { runPostgresProgram } from './run-command.ts';
import type { PostgresSettings } from './settings.ts';

/** Beside the cluster, once the portal's role may take base backups. */
const GRANTED = 'backup-granted';
const FUNCTIONS = ['pg_backup_start(text, boolean)', 'pg_backup_stop(boolean)', 'pg_switch_wal()'];
/** A segment is handed over when it is full, or after this time if anything was written: what a lost disk takes with it. */
const ARCHIVE_TIMEOUT = '60s';

/**
 * PostgreSQL's own archive module copies each finished segment of the log, brings it to the disk before it has its name, and
 * never replaces one that is there by another.
 */
export function archiveSettings(walDir: string): PostgresSettings {
  return {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': walDir,
    archive_timeout: ARCHIVE_TIMEOUT,
  };
}

/** Makes the folder for the log, which the account that PostgreSQL runs as has to reach and own. */
export async function prepareWalFolder(walDir: string, account: Account | undefined): Promise<void> {
  await mkdir(walDir, { recursive: true, mode: 0o700 });
  if (!account) return;
  if (!(await letPass(account, dirname(walDir)))) {
    throw new StartupError(
      `The system user ${account.name}, which PostgreSQL runs as, cannot reach ${walDir}: let it pass through the folders above (chmod o+x), or set WAL_ARCHIVE to another folder.`,
    );
  }
  await chown(walDir, account.uid, account.gid);
}

/**
 * Lets the portal's role, which is no superuser, take base backups. Said to PostgreSQL without a network, as its own
 * superuser cannot sign in; once for each cluster. Nothing else may run on it.
 */
export async function allowBaseBackups(
  cluster: Cluster,
  native: NativeBinaries,
  account: Account | undefined,
): Promise<void> {
  const mark = join(dirname(cluster.dir), GRANTED);
  if (await stat(mark).catch(() => undefined)) return;
  const args = ['--single', '-c', 'exit_on_error=on', '-D', cluster.dir, ROLE];
  const commands = FUNCTIONS.map((name) => `GRANT EXECUTE ON FUNCTION ${name} TO ${ROLE};\n`).join('');
  const { code, output } = await runPostgresProgram(native.postgres, args, account, commands);
  if (code !== 0 || /\b(ERROR|FATAL|PANIC): /.test(output))
    throw new StartupError(`The embedded database could not be prepared for WAL_ARCHIVE: ${output.trim()}`);
  await writeDurably(mark, '');
}
