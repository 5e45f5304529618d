import { invoiceActionAllowed, isKnownProviderStatus } from '@ledgerline/contract/rules';
import {
  changeInvoiceStatus,
  findInvoice,
  holdInvoice,
  type InvoiceRecord,
  noteProviderVersion,
} from '#features/billing/invoice/find-invoices.ts';
import { isOlderReading, isStopped, providerStatusFollows } from '#features/billing/money/rules.ts';
import { applyProviderPayment, settleInvoice } from '#features/billing/money/settle.ts';
import { cancelScheduleOf } from '#features/billing/schedule/keep-schedules.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import type { Context } from '#platform/context.ts';
import type { InvoiceNews } from '#platform/ports/payments.ts';
import { followMoneyElsewhere } from './follow.ts';

/** Takes over what the provider says of one of its invoices, in whatever order and however often it is said. */
export async function takeOver(ctx: Context, invoiceId: number, told: InvoiceNews): Promise<void> {
  const { account, providerInvoiceId, status, version, payments } = told;
  const before = await holdInvoice(ctx.db, invoiceId);
  const isElsewhere = before.square_invoice_id !== providerInvoiceId;
  let isAskedTwice = false;
  let isGivenBack = false;
  for (const payment of payments) {
    if (!(await applyProviderPayment(ctx, invoiceId, payment, account))) continue;
    if (payment.kind === 'payment') isAskedTwice ||= isElsewhere;
    else isGivenBack ||= payment.status === 'completed';
  }
  if (status === null) await settleInvoice(ctx, invoiceId);
  else await applyProviderStatus(ctx, invoiceId, { providerInvoiceId, status, version });
  // The current page asks for money that came in at an earlier one, or not for what is owed again.
  if (isAskedTwice || (isGivenBack && (await isOpen(ctx, invoiceId))))
    await followMoneyElsewhere(ctx, invoiceId);
}

async function isOpen({ db }: Context, invoiceId: number): Promise<boolean> {
  const { status } = await findInvoice(db, invoiceId);
  return invoiceActionAllowed({ status, action: 'send' });
}

/** What one reading of the provider's invoice says. */
interface Reading {
  status: string;
  version: number | null;
}

/**
 * Takes over the provider's word for an invoice, as long as the provider's invoice is the one that counts, and never
 * backwards; then the sums and the status. A word that nobody knows is kept, shown as it is and logged as an error; an
 * invoice that the provider cancelled or stopped is void, and the money on it stays.
 */
async function applyProviderStatus(
  ctx: Context,
  invoiceId: number,
  { providerInvoiceId, status, version }: Reading & { providerInvoiceId: string },
): Promise<void> {
  const invoice = await holdInvoice(ctx.db, invoiceId);
  const isCurrent = invoice.square_invoice_id === providerInvoiceId;
  if (isCurrent && !isOlderReading(version, invoice.provider_version)) {
    await keepReading(ctx, invoice, { status, version: version ?? invoice.provider_version });
  }
  await settleInvoice(ctx, invoiceId);
}

async function keepReading(
  ctx: Context,
  invoice: InvoiceRecord,
  { status, version }: Reading,
): Promise<void> {
  if (providerStatusFollows(invoice.provider_status, status)) {
    if (!isKnownProviderStatus(status)) {
      ctx.deps.log.error(
        { invoice: invoice.id, status },
        'the payment provider has a status that is not known',
      );
    }
    await keepStatus(ctx, invoice, { status, version });
  } else if (version !== null && version !== invoice.provider_version) {
    await noteProviderVersion(ctx.db, invoice.id, version);
  }
}

async function keepStatus(
  ctx: Context,
  invoice: InvoiceRecord,
  { status: provider_status, version: provider_version }: Reading,
): Promise<void> {
  const isVoided = isStopped(provider_status) && !['paid', 'void'].includes(invoice.status);
  const now = ctx.deps.clock.now();
  await changeInvoiceStatus(ctx, invoice, {
    provider_status,
    provider_version,
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
