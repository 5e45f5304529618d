import { z } from 'zod';
import type { Deps } from '#platform/context.ts';
import { type JobHandler, jobWithPayload } from '#platform/jobs/jobs.ts';
import { runDueSchedules, SENDING_QUEUE } from './run-due-schedules.ts';
import { sendScheduledInvoice } from './send-scheduled-invoice.ts';

/** With growing delays the retries span several hours of a provider outage. */
const SENDING_ATTEMPTS = 14;

export function recurringPaymentJobs(deps: Deps): JobHandler[] {
  return [
    // Every few minutes and at each server start: processes what is due, including days on which no server ran.
    {
      queue: 'recurring-run',
      cron: '*/5 * * * *',
      runsAtStart: true,
      work: async () => {
        await runDueSchedules(deps);
      },
    },
    jobWithPayload({
      queue: SENDING_QUEUE,
      retryLimit: SENDING_ATTEMPTS,
      payload: z.object({ invoice_id: z.int().positive() }),
      work: ({ invoice_id }) => sendScheduledInvoice(deps, invoice_id),
    }),
  ];
}
