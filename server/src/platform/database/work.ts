import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../errors.ts';
import { type AccessScope, ALL_SQL, accessScopeSql } from './access-scope.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds for one statement, for the wait for a lock, and for an idle transaction. */
export interface Limits {
  statement: number;
  lock: number;
  idle: number;
}

/**
 * How long each kind of work may occupy the database: people wait for a request, no one waits for a backup. Work that hangs is
 * aborted at its limit, releases its locks and its connection, and is reported as unavailable.
 */
export const LIMITS = {
  request: { statement: 30 * SECOND, lock: 15 * SECOND, idle: 60 * SECOND },
  job: { statement: 10 * MINUTE, lock: MINUTE, idle: 5 * MINUTE },
  import: { statement: 15 * MINUTE, lock: MINUTE, idle: 5 * MINUTE },
  export: { statement: 5 * MINUTE, lock: 15 * SECOND, idle: 5 * MINUTE },
  backup: { statement: 6 * HOUR, lock: MINUTE, idle: 6 * HOUR },
  migration: { statement: 6 * HOUR, lock: 30 * MINUTE, idle: HOUR },
} as const satisfies Record<string, Limits>;

export type WorkKind = keyof typeof LIMITS;

/** How long the client waits beyond the database's own statement limit before it drops the connection. */
const MAX_GRACE_MS = 3 * SECOND;

/**
 * Milliseconds after which the client stops waiting for the result of a statement. A database that is frozen, or behind a network
 * that drops packets, never applies its own limit.
 */
export function clientDeadlineMs({ statement }: Limits): number {
  return statement + Math.min(MAX_GRACE_MS, statement / 10);
}

/** A running job: it may write only while its run owns the job. */
export interface JobRun {
  /** Identifies one run of one job; a UUID that the product generates. */
  run: string;
  server: number;
}

interface Work {
  kind?: WorkKind;
  job?: JobRun;
  /** The agents whose clients are visible; all clients if absent (decision 071). */
  accessScope?: AccessScope | undefined;
}

const works = new AsyncLocalStorage<Work>();

/** Runs work with the limits of its kind instead of those of a request; within a job's run it stays fenced. */
export function asWork<Result>(kind: WorkKind, work: () => Promise<Result>): Promise<Result> {
  return works.run({ ...works.getStore(), kind }, work);
}

/** Runs the work of one job: every statement of it is rejected once another server has taken over the job. */
export function asJob<Result>(kind: WorkKind, job: JobRun, work: () => Promise<Result>): Promise<Result> {
  return works.run({ kind, job }, work);
}

/** Runs work of the server itself, detached from the request or job during which it starts. */
export function asOwnWork<Result>(work: () => Promise<Result>): Promise<Result> {
  return works.exit(work);
}

/**
 * Runs work that sees only the clients of these agents, or all clients if none are given. Applies to every statement in it, in
 * any transaction (decision 071).
 */
export function withAccessScope<Result>(
  accessScope: AccessScope | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  // Awaited within: a typed query is not sent before it is awaited.
  return works.run({ ...works.getStore(), accessScope }, async () => await work());
}

/** Whose clients the current statements see; all clients if undefined. */
export function currentAccessScope(): AccessScope | undefined {
  return works.getStore()?.accessScope;
}

/** Whether the current statements have their own limits or access scope, and need a transaction for them. */
export function isSpecialWork(): boolean {
  const work = works.getStore();
  return (
    work !== undefined &&
    (work.kind !== undefined || work.job !== undefined || work.accessScope !== undefined)
  );
}

/** Whether a job has to verify its ownership before any other query. */
export function isFenced(): boolean {
  return works.getStore()?.job !== undefined;
}

/** The statements before and after one whose access scope differs from that of its transaction; null if it is the same. */
export function switchedAccessScope(
  initial: AccessScope | undefined,
): { there: string; back: string } | null {
  const wanted = currentAccessScope();
  if (wanted === initial) return null;
  return {
    there: wanted ? accessScopeSql(wanted) : ALL_SQL,
    back: initial ? accessScopeSql(initial) : ALL_SQL,
  };
}

/** Sets the limits for one transaction, or for the rest of the session. */
export function limitsSql({ statement, lock, idle }: Limits, scope: 'session' | 'local'): string {
  return [
    `set ${scope} statement_timeout = ${statement}`,
    `set ${scope} lock_timeout = ${lock}`,
    `set ${scope} idle_in_transaction_session_timeout = ${idle}`,
  ].join('; ');
}

/** A statement's text with the client deadline of the current kind of work; connections have that of their own limits. */
export function withQueryTimeout<Config extends object>(config: Config): Config & { query_timeout?: number } {
  const kind = works.getStore()?.kind;
  return kind ? { ...config, query_timeout: clientDeadlineMs(LIMITS[kind]) } : config;
}

/** The name under which PostgreSQL lists the transactions of a server's jobs. */
export const jobSessionName = (server: number) => `ledgerline job ${server}`;

/** The statements that begin a transaction of the current work, in one message. */
export function beginSql(): string {
  const work = works.getStore();
  if (!work) return 'begin';
  const limits = ['begin', ...(work.kind ? [limitsSql(LIMITS[work.kind], 'local')] : [])]
    .concat(work.accessScope ? [accessScopeSql(work.accessScope)] : [])
    .join('; ');
  if (!work.job) return limits;
  const { run, server } = work.job;
  return `${limits}; set local application_name = '${jobSessionName(server)}';
    select 1 from job_holds where run = '${run}' for share`;
}

/** Rejects a job that another server owns by now; `startResult` is the result of `beginSql`. */
export function assertJobOwned(startResult: unknown): void {
  if (!works.getStore()?.job) return;
  const fence: unknown = Array.isArray(startResult) ? startResult.at(-1) : startResult;
  const isOwned = typeof fence === 'object' && fence !== null && 'rowCount' in fence && fence.rowCount === 1;
  if (!isOwned) throw new AppError('unavailable', { message: 'Another server has taken over this job.' });
}
