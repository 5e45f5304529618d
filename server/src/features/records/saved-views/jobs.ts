import type { Deps } from '#platform/context.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { removeDeleted } from './repository.ts';
import { restorableSince } from './service.ts';

const BATCH_SIZE = 1000;

/** Removes views that can no longer be restored. */
export function savedViewJobs({ database, clock }: Deps): JobHandler[] {
  const work = async () => {
    while ((await removeDeleted(database, restorableSince(clock.now()), BATCH_SIZE)) === BATCH_SIZE);
  };
  return [{ queue: 'saved-views-sweep', cron: '37 4 * * *', work }];
}
