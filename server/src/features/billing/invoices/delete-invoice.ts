import { paymentProcessing } from '@ledgerline/contract/rules';
import * as book from '#features/billing/invoice-store/change-invoice.ts';
import { cancelRetired } from '#features/billing/provider/cancel.ts';
import {
  assertCurrentProvider,
  countActive,
  deletePublications,
  retirePublications,
} from '#features/billing/provider/publish.ts';
import { cancelScheduleOf } from '#features/billing/recurring-payments/service.ts';
import { hasRecordedMoney } from '#features/billing/transactions/read-transactions.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { PaymentError } from '#platform/ports/payments.ts';
import { deleteError } from './rules.ts';

type Ctx = Context<AgentActor>;

const HAS_PAYMENTS =
  'A payment was made or attempted on this invoice, so it can’t be deleted. Void the invoice instead.';

/**
 * Runs before the transaction that deletes: cancels the draft's payment link with the provider. If this stops halfway, a
 * job completes the cancellation, the draft has no link, and the next attempt deletes it.
 */
export async function revokeLink(ctx: Ctx, id: number): Promise<void> {
  const isDeletable = await ctx.deps.database.transaction(async (db) => {
    const row = await book.lockInvoice(db, id);
    if (!row || deleteError(row) !== null) return false;
    assertCurrentProvider(ctx, row);
    await retirePublications({ ...ctx, db }, id, { republish: false });
    return true;
  });
  if (isDeletable && !(await cancelled(ctx, id))) throw new AppError('payment_processing');
}

async function cancelled(ctx: Ctx, id: number): Promise<boolean> {
  try {
    return await cancelRetired(ctx, id);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    const message = 'Couldn’t cancel the payment link, so the invoice wasn’t deleted. Please try again.';
    throw new AppError('provider_unavailable', { message, cause: error });
  }
}

/** Permanently deletes a draft that was never sent. A payment at its link in the meantime prevents the deletion. */
export async function deleteInvoice(ctx: Ctx, id: number): Promise<{ success: true; message: string }> {
  const row = await book.getInvoiceForUpdate(ctx.db, id);
  if (paymentProcessing(row)) throw new AppError('payment_processing');
  const message = deleteError(row) ?? ((await hasRecordedMoney(ctx.db, id)) ? HAS_PAYMENTS : null);
  if (message) throw new AppError('wrong_state', { message });
  // The job that follows an edit may publish a new link after the old one was revoked.
  if ((await countActive(ctx.db, id)) > 0)
    throw new AppError('conflict', {
      message: 'A payment link was created while the invoice was being deleted. Try again.',
    });
  await cancelScheduleOf(ctx, row);
  await deletePublications(ctx.db, id);
  await book.deleteInvoice(ctx.db, id);
  await auditAction(ctx, 'deleted', 'invoice', id, { old_value: row.title, of_client: row.customer_id });
  await book.publishInvoiceEvent(ctx, 'deleted', id);
  return { success: true, message: 'Invoice deleted.' };
}
