import type { Deps } from '#platform/context.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { reassignToViewers } from './reassign-to-viewers.ts';

/** Open tasks whose owner can no longer see their client. */
export function taskJobs(deps: Deps): JobHandler[] {
  return [{ queue: 'tasks-unseen', cron: '* * * * *', work: () => reassignToViewers(deps) }];
}
