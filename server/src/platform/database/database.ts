import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { AppError } from '../errors.ts';

/** One handle for the pool and for a transaction: typed queries through `orm`, hot reads as plain SQL. */
export interface Database {
  readonly orm: NodePgDatabase;
  /** Rows as objects. */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Rows as arrays, in the order of the select list; `name` makes it a prepared statement. */
  arrays<Row extends unknown[] = unknown[]>(text: string, values?: unknown[], name?: string): Promise<Row[]>;
  /**
   * Runs when the transaction is over, before its caller goes on: for files, which no rollback takes back, and for what
   * is told to others. `pool` is outside of the transaction. What `work` throws is logged and changes nothing. On the pool,
   * where each statement is its own transaction, it runs at once as committed.
   */
  afterTransaction(work: AfterTransaction): Promise<void>;
}

type AfterTransaction = (outcome: TransactionOutcome, pool: Database) => Promise<void>;

/** `unknown` when the connection broke during the commit. */
export type TransactionOutcome = 'committed' | 'rolled_back' | 'unknown';

/** The pool: opens transactions and closes at shutdown. */
export interface DatabasePool extends Database {
  readonly pool: pg.Pool;
  /** Runs `work` in one transaction; anything thrown rolls back. */
  transaction<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const OID = { int8: 20, numeric: 1700, date: 1082 } as const;

/** Ids and cents are exact JavaScript numbers; calendar dates stay text. */
function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === OID.int8 || oid === OID.numeric) return Number;
  if (oid === OID.date) return (text: string) => text;
  return pg.types.getTypeParser(oid, format as 'text');
}

export const TYPES = { getTypeParser: typeParser } as pg.CustomTypesConfig;

/** The handle on one connection, or on the pool. */
export function databaseOn(
  client: pg.Pool | pg.PoolClient | pg.Client,
  afterwards?: AfterTransaction[],
): Database {
  let orm: NodePgDatabase | undefined;
  const database: Database = {
    get orm() {
      orm ??= drizzle({ client });
      return orm;
    },
    async query<Row>(text: string, values: unknown[] = []) {
      const result = await reached(client.query(text, values));
      return result.rows as Row[];
    },
    async arrays<Row extends unknown[]>(text: string, values: unknown[] = [], name?: string) {
      const result = await reached(
        client.query({ text, values, rowMode: 'array', ...(name ? { name } : {}) }),
      );
      return result.rows as Row[];
    },
    async afterTransaction(work) {
      if (afterwards) afterwards.push(work);
      else await work('committed', database);
    },
  };
  return database;
}

/** Opens a pool; connections are made on demand. */
export function openDatabase(
  url: string,
  options: { max: number; onError: (error: Error) => void },
): DatabasePool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    types: TYPES,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: 'ledgerline',
  });
  let isClosing = false;
  // The pool ends before its sockets do: what they say while the database stops is no news.
  pool.on('error', (error) => {
    if (!isClosing) options.onError(error);
  });
  const onPool = databaseOn(pool);
  return {
    ...onPool,
    get orm() {
      return drizzle({ client: pool });
    },
    pool,
    transaction: (work) => transactionOn(pool, work, (after) => after(onPool).catch(options.onError)),
    close() {
      isClosing = true;
      return pool.end();
    },
  };
}

async function transactionOn<Result>(
  pool: pg.Pool,
  work: (db: Database) => Promise<Result>,
  finish: (after: (pool: Database) => Promise<void>) => Promise<void>,
): Promise<Result> {
  const client = await reached(pool.connect());
  const afterwards: AfterTransaction[] = [];
  let outcome: TransactionOutcome = 'rolled_back';
  let broken = false;
  // A connection that breaks fails the query at hand; without a listener it would end the process as well.
  const noteBroken = () => {
    broken = true;
  };
  client.on('error', noteBroken);
  try {
    await reached(client.query('begin'));
    const result = await work(databaseOn(client, afterwards));
    outcome = 'unknown';
    await reached(client.query('commit'));
    outcome = 'committed';
    return result;
  } catch (error) {
    await client.query('rollback').catch(noteBroken);
    throw error;
  } finally {
    if (!broken) client.off('error', noteBroken);
    client.release(broken);
    for (const after of afterwards) await finish((onPool) => after(outcome, onPool));
  }
}

/** What is no answer of PostgreSQL's own is a connection that was not to be had in time, or that broke. */
async function reached<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof pg.DatabaseError ? error : new AppError('unavailable', { cause: error });
  }
}
