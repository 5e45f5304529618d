import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { invoiceActionAllowed, paymentProcessing } from '@ledgerline/contract/rules';
import {
  changeStatus,
  getInvoiceForUpdate,
  type InvoiceRecord,
  publishInvoiceEvent,
} from '#features/billing/invoice-store/change-invoice.ts';
import { getInvoice } from '#features/billing/invoice-store/find-invoices.ts';
import { retirePublications } from '#features/billing/provider/publish.ts';
import { cancelScheduleOf } from '#features/billing/recurring-payments/service.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';

/** Permanent; money that was received stays recorded (decisions K24). */
export async function voidInvoice(
  ctx: Context<AgentActor>,
  id: number,
): Promise<{ success: true; data: Invoice; invoice: Invoice }> {
  const row = await getInvoiceForUpdate(ctx.db, id);
  assertVoidable(row);
  await retirePublications(ctx, id, { republish: false });
  await changeStatus(ctx, row, 'void', {}, 'voided');
  await cancelScheduleOf(ctx, row);
  await publishInvoiceEvent(ctx, 'updated', id);
  return getInvoice(ctx, id);
}

/** The error that explains why an invoice cannot be voided. */
export function assertVoidable(row: Pick<InvoiceRecord, 'status' | 'provider_status'>): void {
  if (!invoiceActionAllowed({ status: row.status, action: 'void' })) {
    throw new AppError('wrong_state', { message: `A ${row.status} invoice cannot be voided.` });
  }
  if (paymentProcessing(row)) throw new AppError('payment_processing');
}
