import { reasonOf, StartupError } from '@ledgerline/host/startup-error';
import { hasEmbeddedDatabase, runningEmbeddedUrl, startEmbeddedPostgres } from '@ledgerline/postgres';
import pg from 'pg';
import type { Config } from '../config.ts';
import { type DataPaths, dataPaths, openDataFolder } from '../data-folder.ts';
import { connectionTo, prepareSession } from '../database/database.ts';
import { assertNoTransactionPooler } from '../database/pooler.ts';
import { LIMITS } from '../database/work.ts';

/** The database and folder of an installation, opened by a command. */
export interface Installation {
  url: string;
  paths: DataPaths;
  close(): Promise<void>;
}

/** For commands that work with or without a running server. */
export async function connectToInstallation(config: Config): Promise<Installation> {
  const paths = dataPaths(config.dataDir);
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, paths, close: async () => {} };
  if (!(await hasEmbeddedDatabase(config.dataDir))) {
    throw new StartupError(`There is no installation in ${config.dataDir}. Set DATA_DIR to its data folder.`);
  }
  const running = await runningEmbeddedUrl(config.dataDir);
  return running ? { url: running, paths, close: async () => {} } : openStopped(config);
}

/** For commands that need a stopped server: locks the data folder until it is closed. */
export async function openStopped(config: Config): Promise<Installation> {
  const folder = await openDataFolder(config.dataDir);
  try {
    if (config.DATABASE_URL) {
      await assertNoConnectedServers(config.DATABASE_URL);
      await assertNoTransactionPooler(config.DATABASE_URL);
      return { url: config.DATABASE_URL, paths: folder, close: () => folder.release() };
    }
    const embedded = await startEmbeddedPostgres({ dataDir: folder.path });
    const close = async () => {
      await embedded.stop();
      await folder.release();
    };
    return { url: embedded.url, paths: folder, close };
  } catch (error) {
    await folder.release();
    throw error;
  }
}

/** Servers on other machines have no lock here, but their connections carry the product's name. */
async function assertNoConnectedServers(connectionString: string): Promise<void> {
  const { rows } = await withClient(connectionString, (client) =>
    client.query(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and application_name like 'ledgerline%' and pid <> pg_backend_pid()`,
    ),
  );
  if (rows[0].n > 0)
    throw new StartupError('A Ledgerline server is connected to this database. Stop every server first.');
}

/** Opens one connection for `work`; an unreachable database is reported in one line. */
export async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connectionTo(connectionString, 'backup', LIMITS.backup));
  // A broken connection fails the running statement; without a listener it would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new StartupError(`The database cannot be reached: ${reasonOf(error)}. Check DATABASE_URL.`);
  }
  try {
    await prepareSession(client, LIMITS.backup);
    return await work(client);
  } finally {
    await client.end();
  }
}
