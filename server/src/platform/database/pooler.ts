import { StartupError } from '@ledgerline/host/startup-error';
import type pg from 'pg';
import { openSession } from './session.ts';
import { LIMITS } from './work.ts';

const POOLER_MESSAGE =
  'DATABASE_URL leads through a pooler in transaction mode, where a connection has another session for every ' +
  'transaction. Set the pooler to session mode, or DATABASE_URL to PostgreSQL itself.';

/**
 * Rejects an address behind which two connections share sessions: session locks, LISTEN and session settings would affect other
 * clients. A pooler reassigns an idle session before it opens another, so either the second connection gets the first one's
 * session or, with round robin, the first one gets a different session.
 */
export async function assertNoTransactionPooler(url: string): Promise<void> {
  const first = await openSession(url, 'ledgerline start', LIMITS.request);
  const second = await openSession(url, 'ledgerline start', LIMITS.request);
  try {
    const before = await sessionOf(first);
    await second.query('begin');
    if ((await sessionOf(second)) === before || (await sessionOf(first)) !== before)
      throw new StartupError(POOLER_MESSAGE);
    await second.query('rollback');
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return Number(rows[0]?.pid);
}
