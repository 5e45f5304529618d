import { invoiceActionAllowed, isKnownProviderStatus } from '@ledgerline/contract/rules';
import {
  changeInvoice,
  changeStatus,
  type InvoiceRecord,
  lockOfProvider,
  publishInvoiceEvent,
} from '#features/billing/invoice-store/change-invoice.ts';
import { cancelScheduleOf } from '#features/billing/recurring-payments/service.ts';
import { bookPayments, updateSums } from '#features/billing/transactions/book-payments.ts';
import { isOlderUpdate, isStopped, providerStatusFollows } from '#features/billing/transactions/rules.ts';
import { NotKnownYet } from '#features/webhooks/rules.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Context } from '#platform/context.ts';
import type { InvoiceUpdate } from '#platform/ports/payments.ts';
import { replacePageAfterPayment } from './follow.ts';

/** Applies a provider update. */
export async function applyProviderUpdate(ctx: Context, update: InvoiceUpdate): Promise<void> {
  const { account, providerInvoiceId, status, payments } = update;
  const invoice = await lockOfProvider(ctx.db, account, providerInvoiceId);
  if (invoice) return applyUpdates(ctx, invoice, [update]);
  // The end of a page that is no longer needed: its draft was deleted (decisions A14).
  if (payments.length === 0 && isStopped(status ?? '')) return;
  throw new NotKnownYet(`no invoice is published as ${providerInvoiceId}`);
}

/**
 * Applies what the provider reports about the pages of a locked invoice, in any order and any number of times, and
 * publishes all changes to screens once.
 */
export async function applyUpdates(
  ctx: Context,
  locked: InvoiceRecord,
  updates: readonly InvoiceUpdate[],
): Promise<void> {
  let invoice = updates.length > 0 ? locked : await updateSums(ctx, locked);
  let isAnyNew = invoice !== locked;
  for (const update of updates) {
    const applied = await applyOne(ctx, invoice, update);
    invoice = applied.invoice;
    isAnyNew ||= applied.isNew;
  }
  if (isAnyNew) await publishInvoiceEvent(ctx, 'updated', locked.id);
}

/** Applies its payments first, then its status. */
async function applyOne(
  ctx: Context,
  locked: InvoiceRecord,
  update: InvoiceUpdate,
): Promise<{ invoice: InvoiceRecord; isNew: boolean }> {
  const { invoice: settled, booked } = await bookPayments(ctx, locked, update.payments, update.account);
  const invoice = update.status === null ? settled : await applyStatus(ctx, settled, update, update.status);
  const isNew =
    booked.length > 0 || settled !== locked || invoice.provider_status !== settled.provider_status;
  // The current page does not account for money that arrived at an earlier one, or for what is due again.
  const isRequestedTwice =
    locked.square_invoice_id !== update.providerInvoiceId && booked.some(({ kind }) => kind === 'payment');
  // A paid invoice whose payment failed afterwards, or a part payment that was refunded.
  const isOutstandingAgain =
    (locked.status === 'paid' ||
      booked.some(({ kind, status }) => kind === 'refund' && status === 'completed')) &&
    invoiceActionAllowed({ status: invoice.status, action: 'send' });
  if (!isRequestedTwice && !isOutstandingAgain) return { invoice, isNew };
  return { invoice: await replacePageAfterPayment(ctx, invoice), isNew };
}

/**
 * Applies the provider's status of an invoice, as long as that provider invoice is the current one, and never backwards. An
 * unknown status is stored, shown as is and logged as an error. An invoice that the provider cancelled or stopped is void,
 * and its payments stay.
 */
async function applyStatus(
  ctx: Context,
  invoice: InvoiceRecord,
  { providerInvoiceId, version }: InvoiceUpdate,
  status: string,
): Promise<InvoiceRecord> {
  const isCurrent = invoice.square_invoice_id === providerInvoiceId;
  if (!isCurrent || isOlderUpdate(version, invoice.provider_version)) return invoice;
  const { id, provider_status } = invoice;
  const provider_version = version ?? invoice.provider_version;
  if (!providerStatusFollows(provider_status, status)) {
    const isSame = provider_version === invoice.provider_version;
    return isSame ? invoice : changeInvoice(ctx.db, id, { provider_version });
  }
  if (!isKnownProviderStatus(status)) {
    ctx.deps.log.error({ invoice: id, status }, 'unknown invoice status from the payment provider');
  }
  const read = await changeInvoice(ctx.db, id, { provider_status: status, provider_version });
  const entry = { action: 'updated', entity: 'invoice', entity_id: id, field: 'provider_status' } as const;
  await writeAudit(ctx, [{ ...entry, old_value: provider_status, new_value: status }]);
  if (!isStopped(status) || ['paid', 'void'].includes(read.status)) return read;
  const voided = await changeStatus(ctx, read, 'void', {}, 'voided');
  await cancelScheduleOf(ctx, voided);
  return voided;
}
