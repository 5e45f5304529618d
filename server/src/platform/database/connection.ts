import pg from 'pg';
import { AppError } from '../errors.ts';

/** Checks out a connection for a transaction; an error rolls back, and a broken connection is not reused. */
export async function onConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await reached(pool.connect());
  let broken = false;
  // A broken connection fails the current query; without a listener it would end the process as well.
  const recordBroken = () => {
    broken = true;
  };
  client.on('error', recordBroken);
  try {
    return await work(client);
  } catch (error) {
    await client.query('rollback').catch(recordBroken);
    throw error;
  } finally {
    if (!broken) client.off('error', recordBroken);
    client.release(broken);
  }
}

/** The same connection, corked: queries sent before the process next waits travel in one packet. */
export function batchPackets<Client extends pg.Pool | pg.PoolClient | pg.Client>(client: Client): Client {
  if (client instanceof pg.Client) {
    const { stream } = client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
  return client;
}

/** An error that PostgreSQL did not send means that the connection was not available in time, or that it broke. */
export async function reached<Result>(pending: Promise<Result>): Promise<Result> {
  try {
    return await pending;
  } catch (error) {
    throw error instanceof pg.DatabaseError ? error : new AppError('unavailable', { cause: error });
  }
}

/** The first failure, if the error is only a consequence of it. */
export function causeOf(error: unknown, failures: readonly unknown[]): unknown {
  return isFollowing(error) ? (failures[0] ?? error) : error;
}

/** PostgreSQL's error for every statement after the failed one; typed queries wrap it. */
export function isFollowing(error: unknown): boolean {
  if (error instanceof pg.DatabaseError && error.code === '25P02') return true;
  return error instanceof Error && isFollowing(error.cause);
}
