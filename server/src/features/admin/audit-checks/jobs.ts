import type { Deps } from '#platform/context.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { emailCheckpoints } from './email-checkpoints.ts';

/** The checkpoint of the audit log's hash chain by email, once a day. */
export function auditCheckpointJobs(deps: Deps): JobHandler[] {
  return [{ queue: 'audit-head-mail', cron: '47 4 * * *', work: () => emailCheckpoints(deps) }];
}
