import type { Deps } from '#platform/context.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { scanAuditLog } from './alerts/scan-audit-log.ts';

/** Scans every minute for activity that owners are alerted to. */
export function watchJobs(deps: Deps): JobHandler[] {
  return [{ queue: 'audit-watch', cron: '* * * * *', runsAtStart: true, work: () => scanAuditLog(deps) }];
}
