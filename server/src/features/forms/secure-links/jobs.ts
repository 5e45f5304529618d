import type { Deps } from '#platform/context.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { publishExpired } from './expiry/publish-expired.ts';

export function linkJobs(deps: Deps): JobHandler[] {
  return [
    { queue: 'links-expired', cron: '*/5 * * * *', runsAtStart: true, work: () => publishExpired(deps) },
  ];
}
