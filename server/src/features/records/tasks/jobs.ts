import type { Deps } from '#platform/context.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { reassignToViewers } from './reassign-to-viewers.ts';

/** Tasks whose holder does not see their client any more. */
export function taskJobs(deps: Deps): JobHandler[] {
  return [{ queue: 'tasks-unseen', cron: '* * * * *', work: () => reassignToViewers(deps) }];
}
