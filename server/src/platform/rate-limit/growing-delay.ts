import type { Database } from '../database/database.ts';

/** Attempts without a delay, the longest delay, and the time without an attempt after which the count is reset. */
const FREE_TRIES = 10;
const LONGEST_SECONDS = 300;
const RESET_AFTER_SECONDS = 86_400;
/** Clocks of servers differ by less; a larger difference means a clock that was ahead. */
const SKEW_SECONDS = 5;

/**
 * Claims the next attempt for `key`, or returns the seconds to wait. After ten attempts each has to wait twice as long as the one
 * before, at most five minutes: guessing from many addresses becomes slow, and no one is ever locked out. If a clock was ahead
 * and has been corrected, the next attempt is allowed, and the delay counts from it. A single statement, so that only one of
 * several simultaneous attempts is allowed.
 */
export async function claimAttempt(db: Database, key: string, now: Date): Promise<number> {
  const [claimed] = await db.query(
    `insert into rate_limits as r (key, window_start, hits) values ($1, $2, 1)
     on conflict (key) do update set window_start = $2, hits = case
       when r.window_start <= $2::timestamptz - make_interval(secs => ${RESET_AFTER_SECONDS}) then 1 else r.hits + 1 end
     where r.hits < ${FREE_TRIES} or r.window_start > $2::timestamptz + make_interval(secs => ${SKEW_SECONDS}) or r.window_start <= $2::timestamptz - make_interval(secs =>
       least(${LONGEST_SECONDS}, power(2, least(r.hits - ${FREE_TRIES}, 10) + 1)))
     returning hits`,
    [key, now],
  );
  if (claimed) return 0;
  const [row] = await db.query<{ window_start: Date; hits: number }>(
    'select window_start, hits from rate_limits where key = $1',
    [key],
  );
  if (!row) return 1;
  const delay = Math.min(LONGEST_SECONDS, 2 ** (Math.min(row.hits - FREE_TRIES, 10) + 1));
  return Math.max(1, Math.ceil((row.window_start.getTime() - now.getTime()) / 1000 + delay));
}
