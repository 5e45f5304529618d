import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';
import {
  openToRead,
  renameDurably,
  syncFolders,
  writeDurably,
  writeSynced,
  writeSyncedWithHole,
} from '@ledgerline/host/durable';
import { StartupError } from '@ledgerline/host/startup-error';
import { type Account, chooseAccount } from './account.ts';
import { PASSWORD_FILE } from './cluster.ts';
import { existingCluster, locateDatabase } from './database-home.ts';
import { type NativeBinaries, prepareNativeBinaries } from './native-binaries.ts';
import { type EmbeddedLog, silentLog } from './postgres-log.ts';
import { PostmasterEnded, startPostmaster } from './postmaster.ts';
import type { PostgresSettings } from './settings.ts';
import { SYSTEM_DIR } from './system-dir.ts';

/** The sources of a recovery and its target time. */
export interface RecoverOptions {
  /** The data folder of the restored installation; it must not contain a database. The caller holds its lock. */
  dataDir: string;
  log?: EmbeddedLog;
  /** A folder with `cluster/`, copied while the database ran, and its `password`. */
  base: string;
  /** Files of WAL segments and timeline histories. */
  wal: readonly string[];
  /** The target time; null to recover everything. */
  until: Date | null;
}

const SEGMENT = /^[0-9A-F]{24}$/;
const WAL_FILE = /^(?:[0-9A-F]{24}|[0-9A-F]{8}\.history)(?:\.gz)?$/;
const PACKED = '.gz';

/** Whether a file of the WAL archive is usable for a recovery, compressed or not. */
export const isWalFile = (name: string): boolean => WAL_FILE.test(name);

/**
 * Compresses the archived segments: PostgreSQL writes the full 16 MB of each, even if one minute wrote only some KB.
 * Idempotent: a segment that PostgreSQL archives again after an interruption is compressed again to the same content.
 */
export async function packSegments(walDir: string): Promise<void> {
  for (const name of (await readdir(walDir)).filter((one) => SEGMENT.test(one))) {
    const segment = join(walDir, name);
    const packed = (await openToRead(segment)).pipe(createGzip());
    await writeDurably(`${segment}${PACKED}`, packed);
    await rm(segment, { force: true });
  }
}

/**
 * Recovers a database to a point in time: copies the base backup and the WAL, lets PostgreSQL replay it, and renames the
 * result when it is complete. Even after an interruption, `dataDir` has either no database or the recovered one.
 * @throws StartupError when the WAL does not reach the target time
 */
export async function recoverEmbeddedPostgres(options: RecoverOptions): Promise<void> {
  const log = options.log ?? silentLog;
  const dataDir = await realpath(options.dataDir);
  const account = await chooseAccount(await existingCluster(dataDir), dataDir);
  const native = await prepareNativeBinaries(account ? SYSTEM_DIR : dataDir, account, log);
  const home = await locateDatabase(dataDir, account, log);
  if (await stat(home.path).catch(() => undefined))
    throw new StartupError(`The data folder ${dataDir} already contains a database. Specify an empty one.`);
  const unfinished = `${home.path}.new-${randomBytes(4).toString('hex')}`;
  try {
    await copySources(unfinished, options);
    if (account) await changeOwner(account, unfinished);
    await replay({ unfinished, native, account, log }, options);
    await syncFolders(unfinished);
    await renameDurably(unfinished, home.path);
    await home.remember();
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function copySources(unfinished: string, { base, wal }: RecoverOptions): Promise<void> {
  const dir = join(unfinished, 'cluster');
  await copyTree(join(base, 'cluster'), dir);
  await chmod(unfinished, 0o700);
  await writeSynced(join(unfinished, PASSWORD_FILE), await openToRead(join(base, PASSWORD_FILE)));
  await mkdir(join(dir, 'pg_wal'), { recursive: true, mode: 0o700 });
  for (const file of wal) {
    const name = basename(file, PACKED);
    await writeSyncedWithHole(join(dir, 'pg_wal', name), await unpacked(file));
  }
  await writeSynced(join(dir, 'recovery.signal'), '');
}

/** A segment as PostgreSQL archived it. */
async function unpacked(file: string): Promise<Buffer> {
  const content = await readFile(file);
  return file.endsWith(PACKED) ? promisify(gunzip)(content) : content;
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const target = join(to, entry.name);
    if (entry.isDirectory()) await copyTree(join(from, entry.name), target);
    else if (entry.isFile()) await writeSynced(target, await openToRead(join(from, entry.name)));
  }
}

async function changeOwner(account: Account, folder: string): Promise<void> {
  await chown(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await changeOwner(account, path);
    else await chown(path, account.uid, account.gid);
  }
}

interface RecoveryContext {
  unfinished: string;
  native: NativeBinaries;
  account: Account | undefined;
  log: EmbeddedLog;
}

/** PostgreSQL accepts no connections before the replay is complete, so a database that answers is complete. */
async function replay(
  { unfinished, native, account, log }: RecoveryContext,
  { until }: RecoverOptions,
): Promise<void> {
  const settings: PostgresSettings = {
    hot_standby: 'off',
    archive_mode: 'off',
    // The segments are already in pg_wal, where PostgreSQL looks next.
    restore_command: process.platform === 'win32' ? 'exit 1' : 'false',
    recovery_target_action: 'promote',
    ...(until ? { recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00') } : {}),
  };
  const cluster = { dir: join(unfinished, 'cluster'), password: await passwordIn(unfinished) };
  try {
    const postmaster = await startPostmaster({ cluster, native, account, log, settings });
    await postmaster.stop();
  } catch (error) {
    if (!(error instanceof PostmasterEnded)) throw error;
    const isTooLate = /recovery ended before configured recovery target/.test(error.message);
    throw new StartupError(
      isTooLate
        ? 'The archive does not reach that time. Specify an earlier time, or omit --at to restore everything.'
        : `The database could not be recovered: ${error.message}.`,
      { cause: error },
    );
  }
}

async function passwordIn(home: string): Promise<string> {
  let text = '';
  for await (const piece of await openToRead(join(home, PASSWORD_FILE))) text += String(piece);
  return text.trim();
}
