import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_RETRIES } from '@ledgerline/contract/rules';
import { AppError, isOutage } from '../errors.ts';

const NOT_REACHABLE = 'The database is not reachable.';

/**
 * How long providers may take while a person waits, including all steps and attempts: the browser repeats a failed call three
 * times with 7 seconds of pauses (0§7), and after 30 seconds in total it has to show a result.
 */
export const REQUEST_DEADLINE_MS = 22_000;
/** The browser's last repeat comes at most this long after a response. */
const RETRY_GRACE_MS = 10_000;
/** More than are ever active at once: anonymous callers cannot fill the memory with keys. */
const MAX_TRACKED = 10_000;

const deadlines = new AsyncLocalStorage<number>();

/** Milliseconds until the caller's deadline; jobs have none. */
export function deadlineLeftMs(): number {
  const until = deadlines.getStore();
  return until === undefined ? Number.POSITIVE_INFINITY : until - performance.now();
}

/** Runs work with a deadline on the clock of `performance.now()`; provider calls within it end by then. */
export function withDeadline<Result>(until: number, work: () => Promise<Result>): Promise<Result> {
  return deadlines.run(until, work);
}

const AT_ONCE_MS = 900;

/** The time left of the current request's first second, which all its queries share; outside a request a full second. */
function atOnceLeftMs(): number {
  return Math.max(0, Math.min(AT_ONCE_MS, deadlineLeftMs() - REQUEST_DEADLINE_MS + AT_ONCE_MS));
}

/** The result of a status query within a second, or an error that the database is not reachable. */
export async function withinASecond<Result>(pending: Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const late = sleep(atOnceLeftMs(), undefined, { signal: over.signal }).then(() => {
    throw new AppError('unavailable', { message: NOT_REACHABLE });
  });
  // The later result is ignored.
  late.catch(() => {});
  pending.catch(() => {});
  try {
    return await Promise.race([pending, late]);
  } catch (error) {
    throw isOutage(error) ? new AppError('unavailable', { message: NOT_REACHABLE, cause: error }) : error;
  } finally {
    over.abort();
  }
}

/** The deadlines of requests. Repeats of a write, which carry its key, share the first call's remaining time. */
export function createRequestDeadlines(now: () => number = () => performance.now()) {
  const started = new Map<string, { until: number; repeats: number }>();
  return {
    /** The deadline, on the clock of `performance.now()`. */
    until(key: string | null): number {
      const until = now() + REQUEST_DEADLINE_MS;
      for (const [old, first] of started) {
        if (first.until + RETRY_GRACE_MS > now()) break;
        started.delete(old);
      }
      if (key === null) return until;
      const first = started.get(key);
      if (first && first.repeats < MAX_RETRIES) {
        first.repeats += 1;
        return first.until;
      }
      started.delete(key);
      if (started.size < MAX_TRACKED) started.set(key, { until, repeats: 0 });
      return until;
    },
    /** The browser does not repeat this call: the next call with this key is a new attempt by the user. */
    forget(key: string | null): void {
      if (key !== null) started.delete(key);
    },
  };
}
