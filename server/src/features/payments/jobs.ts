import type { Deps } from '#platform/context.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { DELIVERY_QUEUE, deliverBuiltinEvents } from './delivery/service.ts';
import { EVENT_QUEUE, MAX_ATTEMPTS, processEvent, requeueStale, reviveParked } from './inbox/service.ts';
import { reconcileOpenInvoices } from './reconciling/service.ts';

/** Works the inbox off, carries the built-in provider's events to it, and every hour compares with the provider. */
export function paymentJobs(deps: Deps): JobHandler[] {
  return [
    {
      queue: EVENT_QUEUE,
      retryLimit: MAX_ATTEMPTS,
      work: async (data) => {
        if ('id' in data && typeof data.id === 'number') await processEvent(deps, data.id);
      },
    },
    {
      queue: DELIVERY_QUEUE,
      cron: '* * * * *',
      runsAtStart: true,
      work: async () => {
        await deliverBuiltinEvents(deps);
        await requeueStale(deps);
      },
    },
    {
      queue: 'payment-reconcile',
      cron: '41 * * * *',
      work: async () => {
        await reconcileOpenInvoices(deps);
        await reviveParked(deps);
      },
    },
  ];
}
