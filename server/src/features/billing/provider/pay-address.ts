import { randomBytes } from 'node:crypto';
import {
  changeInvoice,
  getInvoiceForUpdate,
  type InvoiceRecord,
  publishInvoiceEvent,
} from '#features/billing/invoice-store/change-invoice.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { Context } from '#platform/context.ts';

/** Cancels publications that are no longer current, and publishes again what was published. */
export const PUBLICATIONS_QUEUE = 'invoice-publications';

const TOKEN_BYTES = 32;

/**
 * The address that we send out stays for the life of the invoice. A provider's address belongs to one publication: ours
 * redirects to the current one.
 */
export function addressFor(row: InvoiceRecord): { pay_token: string; square_public_url: string } {
  const pay_token = row.pay_token ?? randomBytes(TOKEN_BYTES).toString('base64url');
  return { pay_token, square_public_url: `/pay/${pay_token}` };
}

/**
 * With nothing to pay, no provider is involved: the address leads to a page of this portal that says so (decision 092). A
 * job cancels what a provider had before.
 */
export async function publishWithoutProvider(ctx: Context, id: number): Promise<InvoiceRecord> {
  const row = await getInvoiceForUpdate(ctx.db, id);
  if (row.total_cents !== 0 || row.square_public_url !== null) return row;
  const saved = await changeInvoice(ctx.db, id, { ...addressFor(row), provider: ctx.deps.payments.name });
  await auditAction(ctx, 'published', 'invoice', id);
  await publishInvoiceEvent(ctx, 'updated', id);
  return saved;
}

/** Once there is something to pay, a page of the provider replaces ours behind the same address. */
export async function requestPublication(ctx: Context, id: number): Promise<void> {
  await changeInvoice(ctx.db, id, { square_public_url: null });
  await ctx.deps.jobs.send(ctx.db, PUBLICATIONS_QUEUE, { id, republish: true });
}
