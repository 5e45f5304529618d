import { z } from 'zod';
import { type Deps, systemContext } from '#platform/context.ts';
import { idPayload, type JobHandler, jobWithPayload } from '#platform/jobs/jobs.ts';
import { cancelRetired, recordCancelAttempt, stalledInvoices } from './cancel.ts';
import { DELIVERY_QUEUE, deliverBuiltinEvents } from './deliver-events.ts';
import { catchUp } from './follow.ts';
import { PUBLICATIONS_QUEUE } from './publish.ts';
import { reconcileOpenInvoices } from './reconcile.ts';

/** After this many failed invoices in a row the provider counts as down. */
const DOWN_AFTER = 3;

/**
 * Cancels and recreates what invoices have with their provider. The scheduled job finds what was left behind, delivers the
 * built-in provider's events to the webhook endpoint, and reconciles with the provider every hour.
 */
export function paymentJobs(deps: Deps): JobHandler[] {
  return [
    jobWithPayload({
      queue: PUBLICATIONS_QUEUE,
      retryLimit: 8,
      payload: idPayload.extend({ republish: z.boolean().optional() }),
      work: async ({ id, republish }) => {
        const ctx = contextOf(deps, id);
        await (republish ? catchUp(ctx, id) : cancelRetired(ctx, id));
      },
    }),
    { queue: 'invoice-publications-tending', cron: '*/5 * * * *', work: () => processStalled(deps) },
    {
      queue: DELIVERY_QUEUE,
      cron: '* * * * *',
      runsAtStart: true,
      work: () => deliverBuiltinEvents(deps),
    },
    { queue: 'payment-reconcile', cron: '41 * * * *', work: () => reconcileOpenInvoices(deps) },
  ];
}

/** An invoice that fails does not block the others. */
async function processStalled(deps: Deps): Promise<void> {
  let failures = 0;
  for (const id of await stalledInvoices(deps)) {
    try {
      await catchUp(contextOf(deps, id), id);
      failures = 0;
    } catch (error) {
      deps.log.warn({ err: error, invoice: id }, 'the provider still has cancelled publications');
      await recordCancelAttempt(deps, id);
      failures += 1;
      if (failures === DOWN_AFTER) return;
    }
  }
}

function contextOf(deps: Deps, id: number) {
  return systemContext(deps, deps.database, `invoice:${id}`);
}
