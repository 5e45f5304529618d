import { reasonOf, StartupError } from '@ledgerline/host/startup-error';
import pg from 'pg';
import { connectionTo, prepareSession } from './database.ts';
import type { Limits } from './work.ts';

/** Opens one connection during startup; an unreachable database is reported in one line. */
export async function openSession(url: string, name: string, limits: Limits): Promise<pg.Client> {
  const client = new pg.Client(connectionTo(url, name, limits));
  // A broken connection fails the running statement; without a listener it would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const reason = reasonOf(error) || String(error);
    throw new StartupError(`The database cannot be reached: ${reason}. Check DATABASE_URL.`);
  }
  await prepareSession(client, limits);
  return client;
}
