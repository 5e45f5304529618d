import { foldCollected } from '#features/billing/transactions/read-transactions.ts';
import type { Deps } from '#platform/context.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { storeStatusDay } from './clients/store-status-day.ts';

/** The last run of a day is in the minute before midnight, in every time zone. */
export function reportJobs(deps: Deps): JobHandler[] {
  return [
    {
      queue: 'client-status-days',
      cron: '14,29,44,59 * * * *',
      runsAtStart: true,
      work: () => storeStatusDay(deps),
    },
    {
      queue: 'collected-sums',
      cron: '19 * * * *',
      runsAtStart: true,
      work: () => foldCollected(deps.database),
    },
  ];
}
