import { realpath } from 'node:fs/promises';
import { DiskReserve } from '@ledgerline/host/disk-reserve';
import { reasonOf, StartupError } from '@ledgerline/host/startup-error';
import { chooseAccount } from './account.ts';
import { allowBaseBackups, archiveSettings, prepareWalFolder } from './archive.ts';
import { openCluster } from './cluster.ts';
import { existingCluster, locateDatabase } from './database-home.ts';
import { prepareNativeBinaries } from './native-binaries.ts';
import { stopOrphan } from './orphan.ts';
import { type EmbeddedLog, silentLog } from './postgres-log.ts';
import { type Postmaster, PostmasterEnded, type PostmasterOptions, startPostmaster } from './postmaster.ts';
import { OWN_DATABASE_HINT } from './run-command.ts';
import type { PostgresSettings } from './settings.ts';
import { supervise } from './supervisor.ts';
import { SYSTEM_DIR } from './system-dir.ts';

export { isWalFile, packSegments, recoverEmbeddedPostgres } from './recover.ts';
export { hasEmbeddedDatabase, runningEmbeddedUrl } from './running.ts';

/** How to start the embedded database. The caller holds the data folder's lock. */
export interface EmbeddedPostgresOptions {
  dataDir: string;
  log?: EmbeddedLog;
  /** Overrides of server settings, for tests (`fsync: 'off'`). */
  settings?: PostgresSettings;
  /** A folder to which finished WAL segments are copied, for point-in-time recovery. */
  walDir?: string;
}

/** A running embedded database. If it exits on its own, it is restarted at the same address. */
export interface EmbeddedPostgres {
  /** Connection URL of the portal's role and database. */
  url: string;
  /** PostgreSQL's own folder. */
  clusterDir: string;
  /** Rolls back running statements, writes everything to the disk and stops. Idempotent. */
  stop(): Promise<void>;
}

const ATTEMPTS = 5;

/**
 * Starts the bundled PostgreSQL on the database of this data folder, which the first start creates, and resolves when it
 * accepts connections. Recovers from whatever state a killed server left behind.
 * @throws StartupError when it cannot run here
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options, options.log ?? silentLog);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The embedded database cannot be set up in ${options.dataDir} (${reasonOf(error)}). Fix the cause, or ${OWN_DATABASE_HINT}.`,
      { cause: error },
    );
  }
}

async function start(options: EmbeddedPostgresOptions, log: EmbeddedLog): Promise<EmbeddedPostgres> {
  const dataDir = await realpath(options.dataDir);
  const account = await chooseAccount(await existingCluster(dataDir), dataDir);
  const native = await prepareNativeBinaries(account ? SYSTEM_DIR : dataDir, account, log);
  const home = await locateDatabase(dataDir, account, log);
  const cluster = await openCluster(home.path, native, account);
  await home.remember();
  let settings = options.settings;
  if (options.walDir) {
    await prepareWalFolder(options.walDir, account);
    await stopOrphan(cluster.dir, native, account, log);
    await allowBaseBackups(cluster, native, account);
    settings = { ...settings, ...archiveSettings(options.walDir) };
  }
  const running = await supervise({
    start: (again) => startWithRetries({ cluster, native, account, log, settings, ...again }),
    reserve: new DiskReserve(home.path),
    log,
  });
  return { ...running, clusterDir: cluster.dir };
}

/** Retries, because the free port may be in use when PostgreSQL binds it, and an orphan may write its pid file late. */
async function startWithRetries(options: PostmasterOptions): Promise<Postmaster> {
  const { cluster, native, account, log } = options;
  for (let attempt = 1; ; attempt += 1) {
    await stopOrphan(cluster.dir, native, account, log);
    try {
      return await startPostmaster(options);
    } catch (error) {
      if (!(error instanceof PostmasterEnded) || options.signal?.aborted) throw error;
      if (/TCP\/IP sockets|postmaster\.pid/.test(error.message) && attempt < ATTEMPTS) continue;
      throw new StartupError(
        `The embedded database in ${cluster.dir} failed to start: ${error.message}. Fix the cause, or ${OWN_DATABASE_HINT}.`,
        { cause: error },
      );
    }
  }
}
