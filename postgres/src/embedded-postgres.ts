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
  /** A folder that finished segments of the log are copied to, so that the database can be brought back to a moment. */
  walDir?: string;
}

/** A running embedded database; should it end by itself, it is started again under the same address. */
export interface EmbeddedPostgres {
  /** Connection address of the portal's role and database. */
  url: string;
  /** PostgreSQL's own folder. */
  clusterDir: string;
  /** Finishes running statements' roll-back, writes everything out and ends. Can be called twice. */
  stop(): Promise<void>;
}

const ATTEMPTS = 5;

/**
 * Starts the PostgreSQL that comes with the portal on the database of this data folder, making it on the first
 * start, and resolves when it accepts connections. Recovers by itself from whatever a killed server left behind.
 * @throws StartupError when it cannot run here
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options, options.log ?? silentLog);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The embedded database cannot be set up in ${options.dataDir} (${reasonOf(error)}): put that right, or ${OWN_DATABASE_HINT}.`,
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

/** The free port may be taken by the time PostgreSQL binds it, and an orphan may write its pid file only now. */
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
        `The embedded database in ${cluster.dir} does not start: ${error.message}. Put that right, or ${OWN_DATABASE_HINT}.`,
        { cause: error },
      );
    }
  }
}
