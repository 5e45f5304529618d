import { invoiceIdOfProvider } from '#features/billing/invoice/find-invoices.ts';
import { isStopped } from '#features/billing/money/rules.ts';
import { NotKnownYet } from '#features/inbox/rules.ts';
import type { Context } from '#platform/context.ts';
import type { InvoiceNews } from '#platform/ports/payments.ts';
import { takeOver } from './take-over-reading.ts';

/** Takes over what an event of the provider comes to. */
export async function applyInvoiceNews(ctx: Context, news: InvoiceNews): Promise<void> {
  const id = await invoiceIdOfProvider(ctx.db, news.account, news.providerInvoiceId);
  // The end of a page that nobody here waits for any more: its draft was deleted (decisions A14).
  if (id === undefined && news.payments.length === 0 && isStopped(news.status ?? '')) return;
  if (id === undefined) throw new NotKnownYet(`no invoice here is ${news.providerInvoiceId}`);
  await takeOver(ctx, id, news);
}
