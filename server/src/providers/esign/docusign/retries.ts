import {
  backoff,
  ConnectionError,
  type HttpResponse,
  type RetryPolicy,
  retryAfterMs,
} from '../../http/client.ts';
import { limitOf, toDocusignError } from './errors.ts';

/** `read` and `repeatable` calls may be repeated after any failure; `once` only when DocuSign certainly did not process it. */
export type Repetition = 'read' | 'repeatable' | 'once';
/** `interactive`: a person waits at a screen. `background`: a job or a sync, which can wait for a short limit to pass. */
export type RetryMode = 'interactive' | 'background';

const TRIES = 3;
const BURST_MS = 30_000;
const LONGEST_WAIT_MS: Readonly<Record<RetryMode, number>> = { interactive: 5_000, background: 60_000 };

/** When to retry: network and server errors with back-off, limits as they specify, everything else never. */
export function retryPolicy(repetition: Repetition, retryMode: RetryMode, now: () => Date): RetryPolicy {
  const longest = LONGEST_WAIT_MS[retryMode];
  return (outcome, tries) => {
    if (tries >= TRIES) return null;
    if (outcome instanceof ConnectionError) {
      // A browser gives up after 30 seconds, so an interactive call can afford only one timeout.
      const isTooSlow = outcome.isTimeout && retryMode === 'interactive';
      return repetition === 'once' || isTooSlow ? null : backoff(tries);
    }
    const limit = outcome.status >= 400 ? limitOf(toDocusignError(outcome).code) : null;
    if (limit === 'burst') return within(longest, BURST_MS);
    if (limit === 'hourly') return within(longest, untilReset(outcome, now()));
    if (limit === 'busy' || outcome.status === 429)
      return within(longest, retryAfterMs(outcome.headers, now()) ?? backoff(tries));
    if (outcome.status !== 408 && outcome.status < 500) return null;
    if (repetition === 'once') return null;
    return within(longest, retryAfterMs(outcome.headers, now()) ?? backoff(tries));
  };
}

/** Null when the wait would be too long. */
function within(longest: number, ms: number): number | null {
  return ms <= longest ? ms : null;
}

/** X-RateLimit-Reset is in seconds since 1970. */
function untilReset({ headers }: HttpResponse, now: Date): number {
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN);
  return Number.isFinite(reset) && reset > 0
    ? Math.max(1000, reset * 1000 - now.getTime())
    : Number.POSITIVE_INFINITY;
}
