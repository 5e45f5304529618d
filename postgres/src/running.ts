import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { PASSWORD_FILE, ROLE } from './cluster.ts';
import { existingCluster } from './database-home.ts';

/** Lines of postmaster.pid, counted from 0. */
const PORT_LINE = 3;
const STATUS_LINE = 7;

/** Whether this data folder ever had an embedded database. */
export async function hasEmbeddedDatabase(dataDir: string): Promise<boolean> {
  return stat(await existingCluster(dataDir)).then(
    () => true,
    () => false,
  );
}

/**
 * The URL of the embedded database of a running server, for commands that run at the same time; `undefined` if no server is
 * running. Needs the permissions of the user who started the server.
 */
export async function runningEmbeddedUrl(dataDir: string): Promise<string | undefined> {
  const cluster = await existingCluster(dataDir);
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const port = Number(lines[PORT_LINE]);
  if (!port || lines[STATUS_LINE]?.trim() !== 'ready') return undefined;
  const password = (await readFile(join(dirname(cluster), PASSWORD_FILE), 'utf8')).trim();
  const url = `postgres://${ROLE}:${password}@127.0.0.1:${port}/${ROLE}`;
  return (await answers(url)) ? url : undefined;
}

/** The pid file of a killed PostgreSQL remains, so only a response counts. */
async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
