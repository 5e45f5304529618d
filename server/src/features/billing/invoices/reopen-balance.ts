import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/invoices/endpoints';
import { centsToReopen } from '@ledgerline/contract/rules';
import {
  changeInvoice,
  getInvoiceForUpdate,
  publishInvoiceEvent,
} from '#features/billing/invoice-store/change-invoice.ts';
import { getInvoice } from '#features/billing/invoice-store/find-invoices.ts';
import { replacePageAfterPayment } from '#features/billing/provider/follow.ts';
import { updateSums } from '#features/billing/transactions/book-payments.ts';
import { recordsOfInvoice } from '#features/billing/transactions/read-transactions.ts';
import { reopeningTime } from '#features/billing/transactions/rules.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { reopenError } from './rules.ts';

/**
 * Makes the refunded part of a paid invoice due again (decision 091). As after a changed total, earlier balances no longer
 * pay the invoice off. The row is locked, so of two concurrent requests the second finds an open invoice.
 */
export async function reopenBalance(
  ctx: Context<AgentActor>,
  id: number,
): Promise<ReplyOf<typeof endpoints.reopenBalance>> {
  const invoice = await getInvoiceForUpdate(ctx.db, id);
  const error = reopenError(invoice);
  if (error) throw new AppError('wrong_state', { message: error });
  const total_changed_at = reopeningTime(await recordsOfInvoice(ctx.db, id), ctx.deps.clock.now());
  const reopened = await updateSums(ctx, await changeInvoice(ctx.db, id, { total_changed_at }));
  await auditAction(ctx, 'reopened', 'invoice', id, {
    field: 'balance',
    new_value: { due_cents: centsToReopen(invoice) },
  });
  await replacePageAfterPayment(ctx, reopened);
  await publishInvoiceEvent(ctx, 'updated', id);
  return getInvoice(ctx, id);
}
