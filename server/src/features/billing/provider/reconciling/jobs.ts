import type { Deps } from '#platform/context.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { DELIVERY_QUEUE, deliverBuiltinEvents } from '../deliver-events.ts';
import { reconcileOpenInvoices } from './reconcile-invoices.ts';

/** Carries the built-in provider's events to the inbox, and every hour compares with the provider. */
export function paymentJobs(deps: Deps): JobHandler[] {
  return [
    {
      queue: DELIVERY_QUEUE,
      cron: '* * * * *',
      runsAtStart: true,
      work: () => deliverBuiltinEvents(deps),
    },
    {
      queue: 'payment-reconcile',
      cron: '41 * * * *',
      work: () => reconcileOpenInvoices(deps),
    },
  ];
}
