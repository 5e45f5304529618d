import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { reconcileInvoice } from '#features/payments/reconciling/service.ts';
import type { Context } from '#platform/context.ts';
import { getInvoice } from '../service.ts';

/** Asks the provider for what it knows, takes over what is new, and reads the invoice again (K20, K22). */
export async function refreshInvoice(
  ctx: Context,
  id: number,
): Promise<{ success: true; data: Invoice; invoice: Invoice }> {
  await reconcileInvoice(ctx, id);
  return getInvoice(ctx, id);
}
