import { isKnownProviderStatus } from '@ledgerline/contract/rules';
import { followMoneyElsewhere } from '#features/invoices/following/service.ts';
import { changeInvoiceStatus, holdInvoice, type InvoiceRecord } from '#features/invoices/service.ts';
import { cancelScheduleOf } from '#features/recurring-payments/service.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Context } from '#platform/context.ts';
import type { InvoiceNews } from '#providers/payments/port.ts';
import { isStopped, providerStatusFollows } from '../rules.ts';
import { applyProviderPayment, settleInvoice } from '../settling/service.ts';

/** Takes over what the provider says of one of its invoices, in whatever order and however often it is said. */
export async function takeOver(ctx: Context, invoiceId: number, told: InvoiceNews): Promise<void> {
  const { account, providerInvoiceId, status, payments } = told;
  const before = await holdInvoice(ctx.db, invoiceId);
  let isNew = false;
  for (const payment of payments) {
    isNew = (await applyProviderPayment(ctx, invoiceId, payment, account)) || isNew;
  }
  if (status === null) await settleInvoice(ctx, invoiceId);
  else await applyProviderStatus(ctx, invoiceId, { providerInvoiceId, status });
  // Money that came in at an earlier address: the current one asks for too much.
  if (isNew && before.square_invoice_id !== providerInvoiceId) await followMoneyElsewhere(ctx, invoiceId);
}

/**
 * Takes over the provider's word for an invoice, as long as the provider's invoice is the one that counts, and never
 * backwards; then the sums and the status. A word that nobody knows is kept, shown as it is and logged as an error; an
 * invoice that the provider cancelled or stopped is void, and the money on it stays.
 */
async function applyProviderStatus(
  ctx: Context,
  invoiceId: number,
  { providerInvoiceId, status }: { providerInvoiceId: string; status: string },
): Promise<void> {
  const invoice = await holdInvoice(ctx.db, invoiceId);
  const isCurrent = invoice.square_invoice_id === providerInvoiceId;
  if (isCurrent && providerStatusFollows(invoice.provider_status, status)) {
    if (!isKnownProviderStatus(status)) {
      ctx.deps.log.error(
        { invoice: invoiceId, status },
        'the payment provider has a status that is not known',
      );
    }
    await keepStatus(ctx, invoice, status);
  }
  await settleInvoice(ctx, invoiceId);
}

async function keepStatus(ctx: Context, invoice: InvoiceRecord, provider_status: string): Promise<void> {
  const isVoided = isStopped(provider_status) && !['paid', 'void'].includes(invoice.status);
  const now = ctx.deps.clock.now();
  await changeInvoiceStatus(ctx, invoice, {
    provider_status,
    ...(isVoided ? { status: 'void', voided_at: now, updated_at: now } : {}),
  });
  const entry = { entity: 'invoice', entity_id: invoice.id };
  await writeAudit(ctx, [
    {
      ...entry,
      action: 'updated',
      field: 'provider_status',
      old_value: invoice.provider_status,
      new_value: provider_status,
    },
    ...(isVoided
      ? [{ ...entry, action: 'voided', field: 'status', old_value: invoice.status, new_value: 'void' }]
      : []),
  ]);
  if (isVoided) await cancelScheduleOf(ctx, invoice);
}
