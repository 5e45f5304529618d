import { invoiceActionAllowed } from '@ledgerline/contract/rules';
import type { InvoiceRecord } from '#features/billing/invoice-store/change-invoice.ts';
import { findInvoice } from '#features/billing/invoice-store/find-invoices.ts';
import type { Context } from '#platform/context.ts';
import { cancelRetired, GIVE_UP_AFTER_MS } from './cancel.ts';
import { PUBLICATIONS_QUEUE, publishInvoice, retirePublications } from './publish.ts';
import { wasPublished } from './repository.ts';

/**
 * Completes the provider calls that an edit, a void or other money requires: cancels the old publication and, where the
 * invoice had been published, publishes the new one. Runs right after the use case; the job retries what fails.
 */
export async function completeProviderCalls(ctx: Context, id: number): Promise<void> {
  try {
    await catchUp(ctx, id);
  } catch (error) {
    ctx.deps.log.warn({ err: error, invoice: id }, 'provider work left to the job');
  }
}

/** The same for jobs, which need the errors. Publishes nothing new while something old can still be paid. */
export async function catchUp(ctx: Context, id: number): Promise<void> {
  const isAllCancelled = await cancelRetired(ctx, id);
  if (isAllCancelled && (await wasPublished(ctx.deps.database, id))) await publishAgain(ctx, id);
}

/**
 * Restores a link that existed, unless the invoice is closed or was refused for a day. Missing contact details do not
 * prevent it (decisions O7).
 */
async function publishAgain(ctx: Context, id: number): Promise<void> {
  const row = await findInvoice(ctx.deps.database, id);
  const isOpen = invoiceActionAllowed({ status: row.status, action: 'send' });
  const isRecent = ctx.deps.clock.now().getTime() - row.updated_at.getTime() < GIVE_UP_AFTER_MS;
  if (isOpen && isRecent) await publishInvoice(ctx, id, { isRepublish: true });
}

/**
 * Runs after money was received or refunded outside the current page. An outside provider's page still requests the old
 * amount, so it is closed, and while a balance is due one for the balance replaces it behind our same address (decision
 * 022). The built-in page subtracts other money itself.
 */
export async function replacePageAfterPayment(ctx: Context, invoice: InvoiceRecord): Promise<InvoiceRecord> {
  const { payments, jobs } = ctx.deps;
  const { id, provider, status } = invoice;
  if (payments.hasOwnPage || (provider !== null && provider !== payments.name)) return invoice;
  const republish = provider !== null && invoiceActionAllowed({ status, action: 'send' });
  // Includes what was only started: a call whose response was lost may have left an unrecorded page.
  const retired = await retirePublications(ctx, id, { republish });
  // Its page was closed when it was paid, and a balance is due again.
  if (!retired && republish) await jobs.send(ctx.db, PUBLICATIONS_QUEUE, { id, republish });
  return retired ?? invoice;
}
