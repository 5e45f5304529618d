import { invoiceActionAllowed } from '@ledgerline/contract/rules';
import type { InvoiceRecord } from '#features/billing/invoice-store/change-invoice.ts';
import { findInvoice } from '#features/billing/invoice-store/find-invoices.ts';
import type { Context } from '#platform/context.ts';
import { cancelRetired, GIVEN_UP_MS } from './cancel.ts';
import { PUBLICATIONS_QUEUE, publishInvoice, retirePublications } from './publish.ts';
import { wasPublished } from './repository.ts';

/**
 * What an edit, a void or other money leaves to do with the provider: the old invoice cancelled and, where it had been
 * published, the new one published. Right after the act; what fails is left to the job.
 */
export async function settleWithProvider(ctx: Context, id: number): Promise<void> {
  try {
    await catchUp(ctx, id);
  } catch (error) {
    ctx.deps.log.warn({ err: error, invoice: id }, 'what is left with the provider is left to the job');
  }
}

/** The same for jobs, which hear of failures. Nothing new is published while something old can still be paid. */
export async function catchUp(ctx: Context, id: number): Promise<void> {
  const isAllBack = await cancelRetired(ctx, id);
  if (isAllBack && (await wasPublished(ctx.deps.database, id))) await publishAgain(ctx, id);
}

/** A link that existed exists again, unless the invoice is closed or was refused for a day; whom it would be sent to is no matter (decisions O7). */
async function publishAgain(ctx: Context, id: number): Promise<void> {
  const row = await findInvoice(ctx.deps.database, id);
  const isOpen = invoiceActionAllowed({ status: row.status, action: 'send' });
  const isRecent = ctx.deps.clock.now().getTime() - row.updated_at.getTime() < GIVEN_UP_MS;
  if (isOpen && isRecent) await publishInvoice(ctx, id, { isRepublish: true });
}

/**
 * After money that came, or was given back, in another way than through the current page: an outside provider's page still
 * asks for what it asked for before, so it is closed, and while something is owed one for the rest takes its place behind
 * the same address of ours (decision 022). The built-in page takes other money off by itself.
 */
export async function followMoneyElsewhere(ctx: Context, invoice: InvoiceRecord): Promise<InvoiceRecord> {
  const { payments, jobs } = ctx.deps;
  const { id, provider, status } = invoice;
  if (payments.hasOwnPage || (provider !== null && provider !== payments.name)) return invoice;
  const republish = provider !== null && invoiceActionAllowed({ status, action: 'send' });
  // Also what was only begun: a call whose answer was lost may have left a page that nobody here knows of.
  const retired = await retirePublications(ctx, id, { republish });
  // Its page was closed when it was paid, and something is owed again.
  if (!retired && republish) await jobs.send(ctx.db, PUBLICATIONS_QUEUE, { id, republish });
  return retired ?? invoice;
}
