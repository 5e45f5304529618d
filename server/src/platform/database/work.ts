import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../errors.ts';
import { type AccessScope, ALL_SQL, accessScopeSql } from './access-scope.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds for one statement, for the wait for a lock, and for a transaction in which nothing happens. */
export interface Limits {
  statement: number;
  lock: number;
  idle: number;
}

/**
 * How long each kind of work may keep the database: people wait for a request, nobody waits for a backup. What hangs ends
 * with its limit, gives its locks and its connection back, and is told as unavailable.
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

/** How long the client waits beyond the database's own statement limit before it gives the connection up. */
const MOST_GRACE_MS = 3 * SECOND;

/**
 * Milliseconds after which the client stops waiting for the answer to a statement. A database that is frozen, or behind a
 * network that drops packets, never applies the limit it was given.
 */
export function clientDeadlineMs({ statement }: Limits): number {
  return statement + Math.min(MOST_GRACE_MS, statement / 10);
}

/** A job in hand: only while its run holds the job may it write. */
export interface JobRun {
  /** Names one handing out of one job; a uuid of ours. */
  run: string;
  server: number;
}

interface Work {
  kind?: WorkKind;
  job?: JobRun;
  /** The agents whose clients are seen; everybody's where it is left out (decision 071). */
  accessScope?: AccessScope | undefined;
}

const works = new AsyncLocalStorage<Work>();

/** Work with the limits of its kind, instead of those of a request; a job within a job's run stays fenced. */
export function asWork<Result>(kind: WorkKind, work: () => Promise<Result>): Promise<Result> {
  return works.run({ ...works.getStore(), kind }, work);
}

/** The work of one job: every statement of it is refused once another server has taken the job over. */
export function asJob<Result>(kind: WorkKind, job: JobRun, work: () => Promise<Result>): Promise<Result> {
  return works.run({ kind, job }, work);
}

/** Work of the server's own that was only begun in that of a request or a job. */
export function asOwnWork<Result>(work: () => Promise<Result>): Promise<Result> {
  return works.exit(work);
}

/**
 * Work for somebody who sees the clients of these agents only, or of everybody where none are given. It holds for every
 * statement in it, in whichever transaction (decision 071).
 */
export function withAccessScope<Result>(
  accessScope: AccessScope | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  // Awaited within: a typed query is not sent before somebody waits for it.
  return works.run({ ...works.getStore(), accessScope }, async () => await work());
}

/** Whose clients the statements at hand see; everybody's where there is none. */
export function currentAccessScope(): AccessScope | undefined {
  return works.getStore()?.accessScope;
}

/** Whether the statements at hand have limits or a sight of their own, and need a transaction for them. */
export function isSpecialWork(): boolean {
  const work = works.getStore();
  return (
    work !== undefined &&
    (work.kind !== undefined || work.job !== undefined || work.accessScope !== undefined)
  );
}

/** Whether a job has to know that it is still its server's before anything else is asked. */
export function isFenced(): boolean {
  return works.getStore()?.job !== undefined;
}

/** What stands around one statement that sees other clients than its transaction; null where it sees the same. */
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

/** A statement's text with the client deadline of the current kind of work; connections have the one of their own limits. */
export function withDeadline<Config extends object>(config: Config): Config & { query_timeout?: number } {
  const kind = works.getStore()?.kind;
  return kind ? { ...config, query_timeout: clientDeadlineMs(LIMITS[kind]) } : config;
}

/** The name under which PostgreSQL lists the transactions of a server's jobs. */
export const jobSessionName = (server: number) => `ledgerline job ${server}`;

/** What begins a transaction of the work at hand, in one message. */
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

/** Refuses a job that is another server's by now; `begun` is the answer to `beginSql`. */
export function assertJobOwned(startResult: unknown): void {
  if (!works.getStore()?.job) return;
  const fence: unknown = Array.isArray(startResult) ? startResult.at(-1) : startResult;
  const isOwned = typeof fence === 'object' && fence !== null && 'rowCount' in fence && fence.rowCount === 1;
  if (!isOwned) throw new AppError('unavailable', { message: 'Another server has taken this job over.' });
}
