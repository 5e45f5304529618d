import type { ErrorCode } from '@ledgerline/contract/errors';
import { invoiceActionAllowed } from '@ledgerline/contract/rules';
import { getInvoiceForUpdate } from '#features/billing/invoice-store/change-invoice.ts';
import { findInvoice } from '#features/billing/invoice-store/find-invoices.ts';
import { markLockedSent, publishForSending } from '#features/billing/invoices/send-invoice.ts';
import { type Deps, systemContext } from '#platform/context.ts';
import { toAppError } from '#platform/errors.ts';

type State = Pick<Awaited<ReturnType<typeof findInvoice>>, 'status' | 'sent_at'>;

/** A retry would be rejected again. */
const LEFT_TO_AN_AGENT: ErrorCode[] = [
  'not_found',
  'wrong_state',
  'contact_required',
  'payment_processing',
  'total_differs',
  'former_provider',
];

/**
 * Sends an invoice that the scheduler created, once: a retry finds it sent. What cannot be sent stays a draft for an agent;
 * while the provider is unavailable the job is retried.
 */
export async function sendScheduledInvoice(deps: Deps, id: number): Promise<void> {
  const ctx = systemContext(deps, deps.database, `recurring-sending:${id}`);
  try {
    if (!isToSend(await findInvoice(deps.database, id))) return;
    await publishForSending(ctx, id);
    await deps.database.transaction(async (db) => {
      const row = await getInvoiceForUpdate(db, id);
      if (isToSend(row)) await markLockedSent({ ...ctx, db }, row);
    });
  } catch (error) {
    if (!LEFT_TO_AN_AGENT.includes(toAppError(error).code)) throw error;
    deps.log.warn({ err: error, invoice: id }, 'a recurring invoice stays a draft');
  }
}

function isToSend({ status, sent_at }: State): boolean {
  return sent_at === null && invoiceActionAllowed({ status, action: 'send' });
}
