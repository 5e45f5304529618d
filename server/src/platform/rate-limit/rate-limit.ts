import { isIPv6 } from 'node:net';
import { waitText } from '@ledgerline/contract/rules';
import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';

export interface RateLimit {
  max: number;
  seconds: number;
}

/**
 * A window that has ended, or that started on a clock ahead by more than a window and corrected since: no caller may wait for
 * hours because of it. Clocks of several servers differ by less.
 */
const IS_STALE = `(r.window_start <= $2::timestamptz - make_interval(secs => $3)
                   or r.window_start > $2::timestamptz + make_interval(secs => $3))`;

/** How often `key` occurred in the current window, including this call, and when the window started. */
export async function countHit(
  db: Database,
  key: string,
  seconds: number,
  now: Date,
): Promise<{ hits: number; window_start: Date }> {
  const [row] = await db.query<{ hits: number; window_start: Date }>(
    `insert into rate_limits as r (key, window_start, hits) values ($1, $2, 1)
     on conflict (key) do update set
       hits = case when ${IS_STALE} then 1 else r.hits + 1 end,
       window_start = case when ${IS_STALE} then $2 else r.window_start end
     returning hits, window_start`,
    [key, now, seconds],
  );
  if (!row) throw new Error('the call was not counted');
  return row;
}

/** Counts one call of `key` that has no window, such as one with a date in it; null once `max` calls were counted. */
export async function countUpTo(db: Database, key: string, max: number, now: Date): Promise<number | null> {
  const [row] = await db.query<{ hits: number }>(
    `insert into rate_limits as r (key, window_start, hits) values ($1, $2, 1)
     on conflict (key) do update set hits = r.hits + 1 where r.hits < $3 returning hits`,
    [key, now, max],
  );
  return row?.hits ?? null;
}

/** How many calls were counted for each key. */
export async function hitsOf(db: Database, keys: readonly string[]): Promise<number[]> {
  const rows = await db.query<{ key: string; hits: number }>(
    'select key, hits from rate_limits where key = any($1)',
    [keys],
  );
  const hits = new Map(rows.map((row) => [row.key, row.hits]));
  return keys.map((key) => hits.get(key) ?? 0);
}

/**
 * Counts one call of `key`; beyond `max` calls in the window it throws `too_many_requests` with the seconds to wait. Called
 * outside the operation's transaction, so that a rejected or failed operation counts as well.
 */
export async function consumeRateLimit(
  db: Database,
  key: string,
  limit: RateLimit,
  now: Date,
): Promise<void> {
  const { hits, window_start } = await countHit(db, key, limit.seconds, now);
  if (hits <= limit.max) return;
  const endsAt = window_start.getTime() + limit.seconds * 1000;
  const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000));
  throw new AppError('too_many_requests', {
    message: `Too many attempts. Please try again in ${waitText({ seconds: retryAfterSeconds, language: 'en' })}.`,
    details: { retryAfterSeconds },
  });
}

/** Subtracts one call that the limit does not apply to: a sign-in that succeeded. */
export async function releaseRateLimit(db: Database, key: string): Promise<void> {
  await db.query('update rate_limits set hits = hits - 1 where key = $1 and hits > 0', [key]);
}

/** The unit in which limits count an address: for IPv6 its 64-bit network, since one subscriber has all addresses in it. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const [first, last] = [head, tail].map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - (first?.length ?? 0) - (last?.length ?? 0) }, () => '0');
  const groups = address.includes('::') ? [...(first ?? []), ...zeros, ...(last ?? [])] : (first ?? []);
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Resets the counter, after a success that clears earlier failures. */
export async function clearLimit(db: Database, key: string): Promise<void> {
  await db.query('delete from rate_limits where key = $1', [key]);
}
