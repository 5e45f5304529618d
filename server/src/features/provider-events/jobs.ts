import type { Deps } from '#platform/context.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import {
  EVENT_QUEUE,
  type EventHandlers,
  MAX_ATTEMPTS,
  processEvent,
  requeueStale,
  reviveParked,
} from './service.ts';

/** Works the inbox off, and looks after what got lost or was parked. */
export function providerEventJobs(deps: Deps, handlers: EventHandlers): JobHandler[] {
  return [
    {
      queue: EVENT_QUEUE,
      retryLimit: MAX_ATTEMPTS,
      work: async (data) => {
        if ('id' in data && typeof data.id === 'number') await processEvent(deps, handlers, data.id);
      },
    },
    { queue: 'provider-events-lost', cron: '* * * * *', runsAtStart: true, work: () => requeueStale(deps) },
    // Ten minutes behind the hourly reconcile, which may have brought what they wait for.
    { queue: 'provider-events-parked', cron: '51 * * * *', work: () => reviveParked(deps) },
  ];
}
