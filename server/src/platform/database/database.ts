import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** One handle for the pool and for a transaction: typed queries through `orm`, hot reads as plain SQL. */
export interface Database {
  readonly orm: NodePgDatabase;
  /** Rows as objects. */
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Rows as arrays, in the order of the select list; `name` makes it a prepared statement. */
  arrays<Row extends unknown[] = unknown[]>(text: string, values?: unknown[], name?: string): Promise<Row[]>;
}

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
export function databaseOn(client: pg.Pool | pg.PoolClient | pg.Client): Database {
  let orm: NodePgDatabase | undefined;
  return {
    get orm() {
      orm ??= drizzle({ client });
      return orm;
    },
    async query<Row>(text: string, values: unknown[] = []) {
      const result = await client.query(text, values);
      return result.rows as Row[];
    },
    async arrays<Row extends unknown[]>(text: string, values: unknown[] = [], name?: string) {
      const result = await client.query({ text, values, rowMode: 'array', ...(name ? { name } : {}) });
      return result.rows as Row[];
    },
  };
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
  pool.on('error', options.onError);
  return {
    ...databaseOn(pool),
    get orm() {
      return drizzle({ client: pool });
    },
    pool,
    async transaction(work) {
      const client = await pool.connect();
      let broken = false;
      try {
        await client.query('begin');
        const result = await work(databaseOn(client));
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch(() => {
          broken = true;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}
