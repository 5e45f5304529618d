import pg from 'pg';
import { AppError } from '../errors.ts';

/** A connection for a transaction; what is thrown rolls back, and a connection that broke is not used again. */
export async function onConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await reached(pool.connect());
  let broken = false;
  // A connection that breaks fails the query at hand; without a listener it would end the process as well.
  const noteBroken = () => {
    broken = true;
  };
  client.on('error', noteBroken);
  try {
    return await work(client);
  } catch (error) {
    await client.query('rollback').catch(noteBroken);
    throw error;
  } finally {
    if (!broken) client.off('error', noteBroken);
    client.release(broken);
  }
}

/** The same connection; what is asked of it before the process waits for anything travels in one packet. */
export function inOneGo<Client extends pg.Pool | pg.PoolClient | pg.Client>(client: Client): Client {
  if (client instanceof pg.Client) {
    const { stream } = client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
  return client;
}

/** What is no answer of PostgreSQL's own is a connection that was not to be had in time, or that broke. */
export async function reached<Result>(pending: Promise<Result>): Promise<Result> {
  try {
    return await pending;
  } catch (error) {
    throw error instanceof pg.DatabaseError ? error : new AppError('unavailable', { cause: error });
  }
}
