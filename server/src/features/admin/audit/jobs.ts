import type { Deps } from '#platform/context.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { scanAuditLog } from './alerts/scan-audit-log.ts';

/** Looks every minute for what owners are told of at once. */
export function watchJobs(deps: Deps): JobHandler[] {
  return [{ queue: 'audit-watch', cron: '* * * * *', runsAtStart: true, work: () => scanAuditLog(deps) }];
}
