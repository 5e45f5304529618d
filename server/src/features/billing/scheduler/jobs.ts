import { z } from 'zod';
import type { Deps } from '#platform/context.ts';
import { type JobHandler, jobWithPayload } from '#platform/jobs/jobs.ts';
import { runDueSchedules, SENDING_QUEUE } from './run-due-schedules.ts';
import { sendScheduledInvoice } from './send-scheduled-invoice.ts';

/** With growing pauses these reach over some hours in which the payment provider is away. */
const SENDING_ATTEMPTS = 14;

export function recurringPaymentJobs(deps: Deps): JobHandler[] {
  return [
    // Every few minutes and whenever a server starts: what is due, also of days on which nobody ran.
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
