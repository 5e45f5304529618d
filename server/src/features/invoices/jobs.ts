import type { Context, Deps } from '#platform/context.ts';
import type { JobHandler } from '#platform/jobs/jobs.ts';
import { cancelRetired, PUBLICATIONS_QUEUE, publishAnew, stalledInvoices } from './publishing/service.ts';

/** Takes back, and makes anew, what invoices have with their provider; the clock finds what was left behind. */
export function invoiceJobs(deps: Deps): JobHandler[] {
  return [
    {
      queue: PUBLICATIONS_QUEUE,
      retryLimit: 8,
      work: async (data) => {
        if (!('id' in data) || typeof data.id !== 'number') return;
        const ctx = systemContext(deps, data.id);
        await cancelRetired(ctx, data.id);
        if ('republish' in data && data.republish === true) await publishAnew(ctx, data.id);
      },
    },
    {
      queue: 'invoice-publications-tending',
      cron: '*/5 * * * *',
      work: async () => {
        for (const id of await stalledInvoices(deps)) await cancelRetired(systemContext(deps, id), id);
      },
    },
  ];
}

function systemContext(deps: Deps, id: number): Context {
  return {
    actor: { kind: 'system' },
    db: deps.database,
    deps,
    requestId: `invoice:${id}`,
    address: '',
    tab: undefined,
  };
}
