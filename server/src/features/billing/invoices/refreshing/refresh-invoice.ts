import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { getInvoice } from '#features/billing/book/find-invoices.ts';
import { reconcileInvoice } from '#features/billing/provider/reconciling/reconcile-invoices.ts';
import type { Context } from '#platform/context.ts';

/** Asks the provider for what it knows, takes over what is new, and reads the invoice again (decisions K20, K22). */
export async function refreshInvoice(
  ctx: Context,
  id: number,
): Promise<{ success: true; data: Invoice; invoice: Invoice }> {
  await reconcileInvoice(ctx, id);
  return getInvoice(ctx, id);
}
