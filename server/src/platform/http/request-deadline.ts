import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_RETRIES } from '@ledgerline/contract/rules';
import { AppError, isOutage } from '../errors.ts';

const NOT_REACHABLE = 'The database is not reachable.';

/**
 * How long providers may take for somebody at a screen, with all steps and tries: the browser repeats a failure three
 * times with 7 seconds of pauses (0§7), and after 30 in all the person has to know.
 */
export const REQUEST_DEADLINE_MS = 22_000;
/** The browser's last repeat comes this long after an answer at most. */
const FORGOTTEN_MS = 10_000;
/** More than are under way at once: strangers cannot fill the memory with keys. */
const MAX_TRACKED = 10_000;

const deadlines = new AsyncLocalStorage<number>();

/** Milliseconds for which somebody still waits for what is being done; jobs have all the time there is. */
export function deadlineLeftMs(): number {
  const until = deadlines.getStore();
  return until === undefined ? Number.POSITIVE_INFINITY : until - performance.now();
}

/** Work that somebody waits for until that time of `performance.now()`; calls of providers within it end by then. */
export function withDeadline<Result>(until: number, work: () => Promise<Result>): Promise<Result> {
  return deadlines.run(until, work);
}

const AT_ONCE_MS = 900;

/** What is left of the first second of the request at hand, however many questions it asks; outside of one all of it. */
function atOnceLeftMs(): number {
  return Math.max(0, Math.min(AT_ONCE_MS, deadlineLeftMs() - REQUEST_DEADLINE_MS + AT_ONCE_MS));
}

/** What somebody who asks for the state hears within a second, or that the database is not reachable. */
export async function withinASecond<Result>(pending: Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const late = pause(atOnceLeftMs(), undefined, { signal: over.signal }).then(() => {
    throw new AppError('unavailable', { message: NOT_REACHABLE });
  });
  // Whichever comes second is of no interest any more.
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

/** How long requests are waited for. Repeats of a write, which carry its key, have what is left of the first one's time. */
export function createRequestDeadlines(now: () => number = () => performance.now()) {
  const started = new Map<string, { until: number; repeats: number }>();
  return {
    /** Until when, by `performance.now()`. */
    until(key: string | null): number {
      const until = now() + REQUEST_DEADLINE_MS;
      for (const [old, first] of started) {
        if (first.until + FORGOTTEN_MS > now()) break;
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
    /** The browser repeats nothing of it: what comes with this key next is a person's new try. */
    forget(key: string | null): void {
      if (key !== null) started.delete(key);
    },
  };
}
