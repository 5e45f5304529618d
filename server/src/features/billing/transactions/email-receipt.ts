import { preferredLanguage, writtenDay } from '@ledgerline/contract/languages';
import { invoiceReference } from '@ledgerline/contract/rules';
import type { InvoiceRecord } from '#features/billing/invoice-store/change-invoice.ts';
import { payAddress } from '#features/billing/invoice-store/find-invoices.ts';
import { addressProblem } from '#features/email-templates/address-problems.ts';
import { receiptEmail } from '#features/email-templates/receipt-email.ts';
import { clientEmailStyle } from '#features/records/clients/contact/find-contact.ts';
import { queueClientEmail, queueOptionalEmail } from '#features/records/clients/queue-client-email.ts';
import { findClient } from '#features/records/clients/service.ts';
import { reminderSettings } from '#features/settings/service.ts';
import type { Context } from '#platform/context.ts';
import { isEmailConnected } from '#platform/email/transport.ts';
import { hasAddressForLinks } from '#platform/public-address.ts';
import * as queries from './queries.ts';

/** A payment that has arrived; `paid_on` is its day. */
interface ReceivedPayment {
  amount_cents: number;
  paid_on: string;
}

/**
 * Emails the client a receipt (decision 108). Runs in the transaction in which the payment arrives, so that it happens once;
 * the same settings and pauses apply as to reminders.
 */
export function emailReceipt(ctx: Context, invoice: InvoiceRecord, payment: ReceivedPayment): Promise<void> {
  return queueOptionalEmail(ctx, { invoice: invoice.id }, () => queueReceipt(ctx, invoice, payment));
}

async function queueReceipt(
  ctx: Context,
  invoice: InvoiceRecord,
  { amount_cents, paid_on }: ReceivedPayment,
): Promise<void> {
  const { id: invoice_id, customer_id: client_id, session_id } = invoice;
  if (!(await isWanted(ctx, invoice_id))) return;
  const client = await findClient(ctx, client_id);
  const to = (invoice.email || String(client.primary_email ?? '')).trim();
  if (client.status === 'inactive' || addressProblem(to) !== null) return;
  const language = preferredLanguage(client.pref_lang) ?? 'en';
  const { config } = ctx.deps;
  const canPay = invoice.square_public_url !== null && hasAddressForLinks(config, ctx.origin);
  const about = invoiceReference(invoice);
  const { style, attachments } = await clientEmailStyle(ctx, { client_id, sender: invoice.created_by });
  const email = receiptEmail({
    style,
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
  const context = { about, to, language, client_id, session_id, invoice_id };
  await queueClientEmail(ctx, { ...email, ...context, attachments, kind: 'receipt' });
}

async function isWanted(ctx: Context, invoiceId: number): Promise<boolean> {
  if (!isEmailConnected(ctx.deps) || !(await reminderSettings(ctx)).reminders_of_invoices) return false;
  return !(await queries.hasPausedReminders(ctx.db, invoiceId));
}
