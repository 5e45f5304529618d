import type { Deps } from '#platform/context.ts';
import { idPayload, type JobHandler, jobWithPayload } from '#platform/jobs/jobs.ts';
import { resumeStalled, runSync, TEMPLATE_SYNC_QUEUE } from './sync/run-sync.ts';

/** The template sync, and the scheduled job that resumes it. */
export function templateJobs(deps: Deps): JobHandler[] {
  return [
    jobWithPayload({
      queue: TEMPLATE_SYNC_QUEUE,
      payload: idPayload,
      work: ({ id }) => runSync(deps, id),
    }),
    { queue: 'template-sync-tending', cron: '* * * * *', work: () => resumeStalled(deps) },
  ];
}
