import type { Deps } from '#platform/context.ts';
import { idPayload, type JobHandler, jobWithPayload } from '#platform/jobs/jobs.ts';
import {
  deleteExpired,
  EVENT_QUEUES,
  type EventHandlers,
  MAX_ATTEMPTS,
  processEvent,
  requeueStale,
  retryWaiting,
} from './receive-event.ts';

/** All attempts for an event together last about three minutes. */
const FIRST_PAUSE_SECONDS = 5;

/** Processes received events, requeues lost ones and retries parked ones. */
export function providerEventJobs(deps: Deps, handlers: EventHandlers): JobHandler[] {
  return [
    ...Object.values(EVENT_QUEUES).map((queue) =>
      jobWithPayload({
        queue,
        retryLimit: MAX_ATTEMPTS,
        retryDelay: FIRST_PAUSE_SECONDS,
        payload: idPayload,
        work: ({ id }) => processEvent(deps, handlers, id),
      }),
    ),
    { queue: 'provider-events-lost', cron: '* * * * *', runsAtStart: true, work: () => requeueStale(deps) },
    // Ten minutes after the hourly reconciliation, which may have created what they wait for.
    { queue: 'provider-events-parked', cron: '51 * * * *', work: () => retryWaiting(deps, handlers) },
    { queue: 'provider-events-old', cron: '27 3 * * *', work: () => deleteExpired(deps) },
  ];
}
