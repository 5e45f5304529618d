import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { AccessScope } from './access-scope.ts';
import { inOneGo, onConnection, reached } from './connection.ts';
import {
  assertJobOwned,
  beginSql,
  clientDeadlineMs,
  currentAccessScope,
  isFenced,
  isSpecialWork,
  LIMITS,
  type Limits,
  limitsSql,
  switchedAccessScope,
  withDeadline,
} from './work.ts';

/** One handle for the pool and for a transaction: typed queries through `orm`, hot reads as plain SQL. */
export interface Database {
  readonly orm: NodePgDatabase;
  /** Rows as objects; `name` makes it a prepared statement. */
  query<Row>(text: string, values?: unknown[], name?: string): Promise<Row[]>;
  /** Rows as arrays, in the order of the select list. */
  arrays<Row extends unknown[] = unknown[]>(text: string, values?: unknown[], name?: string): Promise<Row[]>;
  /**
   * Does not wait for the answer within a transaction: the statement travels with those after it and with the commit, and
   * what makes it fail fails the commit.
   */
  send(text: string, values?: unknown[], name?: string): Promise<void>;
  /**
   * Runs work of a transaction that may fail on its own, and takes back what it wrote then; what made it fail, else null.
   */
  savepoint(work: () => Promise<void>): Promise<unknown>;
  /**
   * Runs when the transaction is over, before its caller goes on: for files, which no rollback takes back, and for what
   * is told to others. `pool` is outside of the transaction. What `work` throws is logged and changes nothing. On the pool,
   * where each statement is its own transaction, it runs at once as committed. With `isAwaited: false` the caller goes on
   * meanwhile.
   */
  afterTransaction(work: AfterTransaction, options?: { isAwaited: boolean }): Promise<void>;
}

type AfterTransaction = (outcome: TransactionOutcome, pool: Database) => Promise<void>;

/** What a transaction keeps until its end. */
interface Pending {
  /** The answer to its beginning, with which the first statements travel. */
  started: Promise<void>;
  afterwards: { work: AfterTransaction; isAwaited: boolean }[];
  /** Why statements failed, in their order and without those that only followed: the caller may hear of these first. */
  failures: unknown[];
  /** Whose clients its statements see, unless one is asked with another sight. */
  accessScope: AccessScope | undefined;
}

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

/**
 * How every connection of the product is made: a peer that is gone without a word is noticed within half a minute, and one
 * that answers nothing when the client's deadline for its kind of work has passed.
 */
export function connectionTo(url: string, name: string, limits: Limits) {
  return {
    connectionString: url,
    application_name: name,
    query_timeout: clientDeadlineMs(limits),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/** The same from the other side, and the limits of the session; not at the connecting, where poolers refuse settings. */
export async function prepareSession(client: pg.ClientBase, limits: Limits): Promise<void> {
  const keepAlive =
    'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';
  await client.query(`${keepAlive}; ${limitsSql(limits, 'session')}`);
}

/** The handle on one connection, or on the pool. */
export function databaseOn(client: pg.Pool | pg.PoolClient | pg.Client, pending?: Pending): Database {
  const watchedClient = watched(client, pending);
  let orm: NodePgDatabase | undefined;
  const database: Database = {
    get orm() {
      orm ??= drizzle({ client: watchedClient });
      return orm;
    },
    async query<Row>(text: string, values: unknown[] = [], name = '') {
      const result = await watchedClient.query({ text, values, name });
      return result.rows as Row[];
    },
    async arrays<Row extends unknown[]>(text: string, values: unknown[] = [], name = '') {
      const result = await watchedClient.query({ text, values, rowMode: 'array', name });
      return result.rows as Row[];
    },
    async send(text, values = [], name = '') {
      const sent = watchedClient.query({ text, values, name });
      // Its failure is noted already, and fails the commit.
      if (pending) sent.catch(() => {});
      else await sent;
    },
    async savepoint(work) {
      if (!pending) throw new Error('a savepoint belongs to a transaction');
      const before = pending.failures.length;
      await watchedClient.query('savepoint own_step');
      try {
        await work();
        await watchedClient.query('release savepoint own_step');
        return null;
      } catch (error) {
        await watchedClient.query('rollback to savepoint own_step; release savepoint own_step');
        return causeOf(error, pending.failures.splice(before));
      }
    },
    async afterTransaction(work, { isAwaited } = { isAwaited: true }) {
      if (pending) pending.afterwards.push({ work, isAwaited });
      else await work('committed', database);
    },
  };
  return database;
}

/** Opens a pool; connections are made on demand, and have the limits of requests unless others are given. */
export function openDatabase(
  url: string,
  options: { max: number; onError: (error: Error) => void; name?: string; limits?: Limits },
): DatabasePool {
  const { limits = LIMITS.request, name = 'ledgerline' } = options;
  const pool = new pg.Pool({
    ...connectionTo(url, name, limits),
    max: options.max,
    types: TYPES,
    idleTimeoutMillis: 60_000,
    // Statements that do not wait for each other's answers travel together.
    pipeline: true,
    onConnect: (client) => prepareSession(client, limits),
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
      return onPool.orm;
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
  const pending: Pending = {
    started: Promise.resolve(),
    afterwards: [],
    failures: [],
    accessScope: currentAccessScope(),
  };
  let outcome: TransactionOutcome = 'rolled_back';
  try {
    return await onConnection(pool, async (client) => {
      // The first statement travels with it; only a job must know first whether it may write at all.
      pending.started = reached(inOneGo(client).query(withDeadline({ text: beginSql() }))).then(
        assertJobOwned,
      );
      // Work may throw before it asks anything.
      pending.started.catch(() => {});
      if (isFenced()) await pending.started;
      const result = await work(databaseOn(client, pending));
      await pending.started;
      outcome = 'unknown';
      const { command } = await reached(inOneGo(client).query(withDeadline({ text: 'commit' })));
      // PostgreSQL answers so to the commit of a transaction in which a statement has failed.
      if (command === 'ROLLBACK') {
        outcome = 'rolled_back';
        throw pending.failures[0] ?? new Error('the transaction was rolled back');
      }
      outcome = 'committed';
      return result;
    });
  } catch (error) {
    throw causeOf(error, pending.failures);
  } finally {
    for (const { work: after, isAwaited } of pending.afterwards) {
      const finished = finish((onPool) => after(outcome, onPool));
      if (isAwaited) await finished;
    }
  }
}

/** What failed first, where the error is only what came of it. */
function causeOf(error: unknown, failures: readonly unknown[]): unknown {
  return isFollowing(error) ? (failures[0] ?? error) : error;
}

/** What PostgreSQL says to every statement after the one that failed; typed queries wrap it. */
function isFollowing(error: unknown): boolean {
  if (error instanceof pg.DatabaseError && error.code === '25P02') return true;
  return error instanceof Error && isFollowing(error.cause);
}

/**
 * The same pool or connection, whose failures to be reached are unavailability. On the pool a statement of work with limits
 * of its own is a transaction, which sets them. In a transaction failures are noted, and no answer counts before that to
 * its beginning.
 */
function watched<Client extends pg.Pool | pg.PoolClient | pg.Client>(
  client: Client,
  pending?: Pending,
): Client {
  const execute = (on: pg.Pool | pg.PoolClient | pg.Client, call: unknown[]) =>
    reached(Reflect.apply(on.query, inOneGo(on), timed(call)) as Promise<pg.QueryResult>);
  const query = (...call: unknown[]) => {
    if (pending)
      return afterStart(
        pending,
        inAccessScope(client, pending, () => execute(client, call)),
      );
    if (!(client instanceof pg.Pool) || !isSpecialWork()) return execute(client, call);
    return onConnection(client, async (connection) => {
      assertJobOwned(await reached(connection.query(withDeadline({ text: beginSql() }))));
      const result = await execute(connection, call);
      await reached(connection.query(withDeadline({ text: 'commit' })));
      return result;
    });
  };
  return new Proxy(client, {
    get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)),
  });
}

/** The arguments of a query, with the client deadline of the current kind of work. */
function timed([config, ...rest]: unknown[]): unknown[] {
  const known = typeof config === 'string' ? { text: config } : config;
  return typeof known === 'object' && known !== null ? [withDeadline(known), ...rest] : [config, ...rest];
}

/** Asks with the sight at hand: what turns it travels around the one statement, so that no other comes between. */
function inAccessScope<Result>(
  client: pg.Pool | pg.PoolClient | pg.Client,
  pending: Pending,
  execute: () => Promise<Result>,
): Promise<Result> {
  const turned = switchedAccessScope(pending.accessScope);
  if (!turned) return execute();
  // These fail only with the statement, whose failure is told.
  client.query(turned.there).catch(() => {});
  const answer = execute();
  client.query(turned.back).catch(() => {});
  return answer;
}

/** Both are waited for at once, so that neither fails unheard. */
async function afterStart<Result>({ started, failures }: Pending, answer: Promise<Result>): Promise<Result> {
  const noted = answer.catch((error: unknown) => {
    if (!isFollowing(error)) failures.push(error);
    throw error;
  });
  const [result] = await Promise.all([noted, started]);
  return result;
}
