import type { Clock } from '../clock.ts';
import type { DatabasePool } from '../database/database.ts';
import { IDEMPOTENCY_HOURS } from '../idempotency/idempotency.ts';
import type { JobHandler } from './jobs.ts';

const HOUR_MS = 3_600_000;
/** Longer than any rate limit window. */
const RATE_LIMIT_HOURS = 50;

/** Deletes expired data: old idempotency keys and counters of closed windows. */
export function housekeepingJob(deps: { database: DatabasePool; clock: Clock }): JobHandler {
  return {
    queue: 'housekeeping',
    cron: '17 * * * *',
    async work() {
      const hoursAgo = (hours: number) => new Date(deps.clock.now().getTime() - hours * HOUR_MS);
      await deps.database.query('delete from idempotency_keys where created_at < $1', [
        hoursAgo(IDEMPOTENCY_HOURS),
      ]);
      await deps.database.query('delete from rate_limits where window_start < $1', [
        hoursAgo(RATE_LIMIT_HOURS),
      ]);
    },
  };
}
