import type { Database } from '../database/database.ts';

/** Tries before there is any delay, the longest delay, and how long without a try until all is forgotten. */
const FREE_TRIES = 10;
const LONGEST_SECONDS = 300;
const FORGOTTEN_SECONDS = 86_400;
/** Clocks of servers differ by less; more is a clock that was ahead. */
const SKEW_SECONDS = 5;

/**
 * Takes the next try of `key`, or says how many seconds are left until there is one. After ten tries each has to wait
 * twice as long as the one before, at most five minutes: guessing from many addresses becomes slow, and nobody is ever locked
 * out by it. After a clock that was ahead and has been put right the next try goes through, and the delay counts from it. One
 * statement, so that of tries at the same moment one is let through.
 */
export async function claimAttempt(db: Database, key: string, now: Date): Promise<number> {
  const [claimed] = await db.query(
    `insert into rate_limits as r (key, window_start, hits) values ($1, $2, 1)
     on conflict (key) do update set window_start = $2, hits = case
       when r.window_start <= $2::timestamptz - make_interval(secs => ${FORGOTTEN_SECONDS}) then 1 else r.hits + 1 end
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
