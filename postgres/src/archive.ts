import { chown, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeDurably } from '@ledgerline/host/durable';
import { StartupError } from '@ledgerline/host/startup-error';
import type { Account } from './account.ts';
import { type Cluster, ROLE } from './cluster.ts';
import { allowTraversal } from './database-home.ts';
import type { NativeBinaries } from './native-binaries.ts';
import { runPostgresProgram } from './run-command.ts';
import type { PostgresSettings } from './settings.ts';

/** Marker file beside the cluster: the portal's role may take base backups. */
const GRANTED = 'backup-granted';
const FUNCTIONS = ['pg_backup_start(text, boolean)', 'pg_backup_stop(boolean)', 'pg_switch_wal()'];
/**
 * PostgreSQL archives a segment when it is full, or after this time if anything was written: the maximum data loss if the
 * disk is lost.
 */
const ARCHIVE_TIMEOUT = '60s';

/**
 * PostgreSQL's own archive module copies each finished WAL segment, syncs it before it renames it, and never replaces an
 * existing segment.
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

/** Creates the folder for the WAL archive, which the account that PostgreSQL runs as must be able to access and own. */
export async function prepareWalFolder(walDir: string, account: Account | undefined): Promise<void> {
  await mkdir(walDir, { recursive: true, mode: 0o700 });
  if (!account) return;
  if (!(await allowTraversal(account, dirname(walDir)))) {
    throw new StartupError(
      `The system user ${account.name}, which PostgreSQL runs as, cannot access ${walDir}. Allow it to traverse the parent folders (chmod o+x), or set WAL_ARCHIVE to another folder.`,
    );
  }
  await chown(walDir, account.uid, account.gid);
}

/**
 * Allows the portal's role, which is not a superuser, to take base backups. Runs once per cluster in PostgreSQL's
 * single-user mode, because the superuser cannot sign in; no other process may use the cluster meanwhile.
 */
export async function allowBaseBackups(
  cluster: Cluster,
  native: NativeBinaries,
  account: Account | undefined,
): Promise<void> {
  const marker = join(dirname(cluster.dir), GRANTED);
  if (await stat(marker).catch(() => undefined)) return;
  const args = ['--single', '-c', 'exit_on_error=on', '-D', cluster.dir, ROLE];
  const commands = FUNCTIONS.map((name) => `GRANT EXECUTE ON FUNCTION ${name} TO ${ROLE};\n`).join('');
  const { code, output } = await runPostgresProgram(native.postgres, args, account, commands);
  if (code !== 0 || /\b(ERROR|FATAL|PANIC): /.test(output))
    throw new StartupError(`The embedded database could not be prepared for WAL_ARCHIVE: ${output.trim()}`);
  await writeDurably(marker, '');
}
