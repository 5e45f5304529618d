import { preferredLanguage, writtenDay } from '@ledgerline/contract/languages';
import { invoiceReference } from '@ledgerline/contract/rules';
import type { InvoiceRecord } from '#features/billing/invoice-store/change-invoice.ts';
import { payAddress } from '#features/billing/invoice-store/find-invoices.ts';
import { receiptEmail } from '#features/email-templates/receipt-email.ts';
import { addressProblem } from '#features/email-templates/urls.ts';
import { findClient } from '#features/records/clients/service.ts';
import { reminderSettings } from '#features/settings/service.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { Context } from '#platform/context.ts';
import { queueEmail } from '#platform/email/queue.ts';
import { hasAddressForLinks } from '#platform/public-address.ts';
import * as queries from './queries.ts';

/** A payment that has arrived; `paid_on` is its day. */
interface ReceivedPayment {
  amount_cents: number;
  paid_on: string;
}

/**
 * Emails the client a receipt (decision 108). Runs in the transaction in which the payment arrives, so that it happens once;
 * the same settings and pauses apply as to reminders. None for a void invoice, whose payment an agent reviews.
 */
export async function emailReceipt(
  ctx: Context,
  invoice: InvoiceRecord,
  payment: ReceivedPayment,
): Promise<void> {
  // A failed email must not prevent recording the payment.
  const error = await ctx.db.savepoint(() => queueReceipt(ctx, invoice, payment));
  if (error !== null) ctx.deps.log.error({ err: error, invoice: invoice.id }, 'emailing a receipt failed');
}

async function queueReceipt(
  ctx: Context,
  invoice: InvoiceRecord,
  { amount_cents, paid_on }: ReceivedPayment,
): Promise<void> {
  const { id: invoice_id, customer_id: client_id, session_id } = invoice;
  if (invoice.status === 'void' || !(await isWanted(ctx, invoice_id))) return;
  const client = await findClient(ctx, client_id);
  const to = (invoice.email || String(client.primary_email ?? '')).trim();
  if (client.status === 'inactive' || addressProblem(to) !== null) return;
  const language = preferredLanguage(client.pref_lang) ?? 'en';
  const { config } = ctx.deps;
  const canPay = invoice.square_public_url !== null && hasAddressForLinks(config, ctx.origin);
  const about = invoiceReference(invoice);
  const email = receiptEmail({
    language,
    brokerage: config.BRAND,
    customer_name: invoice.full_name ?? '',
    reference: about,
    title: invoice.title,
    amount_cents,
    paid_on: writtenDay(language, paid_on),
    due_cents:
      invoice.status === 'paid' ? 0 : Math.max(0, invoice.total_cents - (invoice.paid_amount_cents ?? 0)),
    url: canPay ? payAddress(ctx, invoice.square_public_url ?? '') : '',
  });
  await queueEmail(ctx, {
    ...email,
    kind: 'receipt',
    about,
    to,
    language,
    client_id,
    session_id,
    invoice_id,
  });
  await auditAction(ctx, 'mailed', 'client', client_id, {
    field: 'receipt',
    old_value: about,
    new_value: to,
    of_client: client_id,
  });
}

async function isWanted(ctx: Context, invoiceId: number): Promise<boolean> {
  if (ctx.deps.email.name !== 'smtp' || !(await reminderSettings(ctx)).reminders_of_invoices) return false;
  return !(await queries.hasPausedReminders(ctx.db, invoiceId));
}
