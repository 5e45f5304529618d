import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { AccessScope } from './access-scope.ts';
import { batchPackets, causeOf, isFollowing, onConnection, reached } from './connection.ts';
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
  withQueryTimeout,
} from './work.ts';

/** One handle for the pool and for a transaction: typed queries through `orm`, hot reads as plain SQL. */
export interface Database {
  readonly orm: NodePgDatabase;
  /** Rows as objects; `name` makes it a prepared statement. */
  query<Row>(text: string, values?: unknown[], name?: string): Promise<Row[]>;
  /** Rows as arrays, in the order of the select list. */
  arrays<Row extends unknown[] = unknown[]>(text: string, values?: unknown[], name?: string): Promise<Row[]>;
  /**
   * Within a transaction, sends a statement without waiting for its result: it is pipelined with the following ones and the
   * commit, and its error fails the commit.
   */
  send(text: string, values?: unknown[], name?: string): Promise<void>;
  /** Runs work of a transaction that may fail on its own and rolls back what it wrote; returns its error, or null. */
  savepoint(work: () => Promise<void>): Promise<unknown>;
  /**
   * Runs after the transaction has ended, before its caller continues: for files, which no rollback undoes, and for
   * notifications. `pool` is outside the transaction. An error of `work` is logged and changes nothing. On the pool, where each
   * statement is its own transaction, it runs at once as committed. With `isAwaited: false` the caller does not wait for it.
   */
  afterTransaction(work: AfterTransaction, options?: { isAwaited: boolean }): Promise<void>;
}

type AfterTransaction = (outcome: TransactionOutcome, pool: Database) => Promise<void>;

/** The state of a transaction until it ends. */
interface Pending {
  /** The result of its `begin` and its condition, with which the first statements are pipelined. */
  started: Promise<void>;
  afterwards: { work: AfterTransaction; isAwaited: boolean }[];
  /** Why statements failed, in order and without consequential errors: the caller may see one of those first. */
  failures: unknown[];
  /** Whose clients its statements see, unless a statement has its own access scope. */
  accessScope: AccessScope | undefined;
}

/** `unknown` when the connection broke during the commit. */
export type TransactionOutcome = 'committed' | 'rolled_back' | 'unknown';

/** The pool: opens transactions and closes at shutdown. */
export interface DatabasePool extends Database {
  readonly pool: pg.Pool;
  /**
   * Runs `work` in one transaction; anything thrown rolls back. The statements of `condition` travel with the first ones of
   * `work`, whose results count only if it holds: otherwise the transaction throws what it threw.
   */
  transaction<Result>(
    work: (db: Database) => Promise<Result>,
    condition?: (db: Database) => Promise<void>,
  ): Promise<Result>;
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
 * The settings of every connection: a vanished peer is detected within half a minute, and an unresponsive one when the client's
 * deadline for its kind of work has passed.
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

/** The same for the server side, and the limits of the session; not at connection time, when poolers reject settings. */
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
      // Its failure is recorded already, and fails the commit.
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

/** Opens a pool; connections are opened on demand, and have the limits of requests unless others are given. */
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
    // Statements that do not wait for each other's results are pipelined.
    pipeline: true,
    onConnect: (client) => prepareSession(client, limits),
  });
  let isClosing = false;
  // The pool ends before its sockets do: errors they report while the database stops are expected.
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
    transaction: (work, condition) =>
      transactionOn(pool, { work, condition }, (after) => after(onPool).catch(options.onError)),
    close() {
      isClosing = true;
      return pool.end();
    },
  };
}

type Work<Result> = (db: Database) => Promise<Result>;

async function transactionOn<Result>(
  pool: pg.Pool,
  { work, condition }: { work: Work<Result>; condition: Work<void> | undefined },
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
      // The first statement is pipelined with it; only a job must first know whether it may write at all.
      pending.started = reached(batchPackets(client).query(withQueryTimeout({ text: beginSql() }))).then(
        assertJobOwned,
      );
      // Work may throw before its first query.
      pending.started.catch(() => {});
      if (isFenced()) await pending.started;
      // Its own statements wait for the `begin` only.
      if (condition) pending.started = condition(databaseOn(client, { ...pending }));
      pending.started.catch(() => {});
      const result = await work(databaseOn(client, pending));
      await pending.started;
      outcome = 'unknown';
      const { command } = await reached(batchPackets(client).query(withQueryTimeout({ text: 'commit' })));
      // PostgreSQL responds like this to the commit of a transaction in which a statement has failed.
      if (command === 'ROLLBACK') {
        outcome = 'rolled_back';
        throw pending.failures[0] ?? new Error('the transaction was rolled back');
      }
      outcome = 'committed';
      return result;
    });
  } catch (error) {
    const cause = await pending.started.then(
      () => error,
      (unmet: unknown) => unmet,
    );
    throw causeOf(cause, pending.failures);
  } finally {
    for (const { work: after, isAwaited } of pending.afterwards) {
      const finished = finish((onPool) => after(outcome, onPool));
      if (isAwaited) await finished;
    }
  }
}

/**
 * The same pool or connection, with connection failures reported as unavailability. On the pool, a statement of work with its own
 * limits runs in a transaction, which sets them. In a transaction failures are recorded, and no result counts before that of its
 * `begin`.
 */
function watched<Client extends pg.Pool | pg.PoolClient | pg.Client>(
  client: Client,
  pending?: Pending,
): Client {
  const execute = (on: pg.Pool | pg.PoolClient | pg.Client, call: unknown[]) =>
    reached(Reflect.apply(on.query, batchPackets(on), timed(call)) as Promise<pg.QueryResult>);
  const query = (...call: unknown[]) => {
    if (pending)
      return afterStart(
        pending,
        inAccessScope(client, pending, () => execute(client, call)),
      );
    if (!(client instanceof pg.Pool) || !isSpecialWork()) return execute(client, call);
    return onConnection(client, async (connection) => {
      assertJobOwned(await reached(connection.query(withQueryTimeout({ text: beginSql() }))));
      const result = await execute(connection, call);
      await reached(connection.query(withQueryTimeout({ text: 'commit' })));
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
  return typeof known === 'object' && known !== null ? [withQueryTimeout(known), ...rest] : [config, ...rest];
}

/**
 * Runs a query with the current access scope: the statements that switch it are pipelined around it, so that no other comes
 * between.
 */
function inAccessScope<Result>(
  client: pg.Pool | pg.PoolClient | pg.Client,
  pending: Pending,
  execute: () => Promise<Result>,
): Promise<Result> {
  const turned = switchedAccessScope(pending.accessScope);
  if (!turned) return execute();
  // These fail only together with the statement, whose failure is reported.
  client.query(turned.there).catch(() => {});
  const answer = execute();
  client.query(turned.back).catch(() => {});
  return answer;
}

/** Awaits both at once, so that neither rejection is unhandled. */
async function afterStart<Result>({ started, failures }: Pending, answer: Promise<Result>): Promise<Result> {
  const noted = answer.catch((error: unknown) => {
    if (!isFollowing(error)) failures.push(error);
    throw error;
  });
  const [result] = await Promise.all([noted, started]);
  return result;
}
