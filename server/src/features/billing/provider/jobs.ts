import { type Deps, systemContext } from '#platform/context.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { catchUp } from './following/follow-money.ts';
import { PUBLICATIONS_QUEUE } from './publishing/publish-invoice.ts';
import { cancelRetired, noteTried, stalledInvoices } from './taking-back/take-back.ts';

/** So many invoices in a row that could not be tended: the provider is down. */
const DOWN_AFTER = 3;

/** Takes back, and makes anew, what invoices have with their provider; the clock finds what was left behind. */
export function invoiceJobs(deps: Deps): JobHandler[] {
  return [
    {
      queue: PUBLICATIONS_QUEUE,
      retryLimit: 8,
      work: async (data) => {
        if (!('id' in data) || typeof data.id !== 'number') return;
        const ctx = contextOf(deps, data.id);
        if ('republish' in data && data.republish === true) await catchUp(ctx, data.id);
        else await cancelRetired(ctx, data.id);
      },
    },
    { queue: 'invoice-publications-tending', cron: '*/5 * * * *', work: () => tendStalled(deps) },
  ];
}

/** One that cannot be tended keeps none of the others from it. */
async function tendStalled(deps: Deps): Promise<void> {
  let failures = 0;
  for (const id of await stalledInvoices(deps)) {
    try {
      await catchUp(contextOf(deps, id), id);
      failures = 0;
    } catch (error) {
      deps.log.warn({ err: error, invoice: id }, 'the provider still keeps what was taken back');
      await noteTried(deps, id);
      failures += 1;
      if (failures === DOWN_AFTER) return;
    }
  }
}

function contextOf(deps: Deps, id: number) {
  return systemContext(deps, deps.database, `invoice:${id}`);
}
