import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type { createInvoice } from '@ledgerline/contract/invoices/endpoints';
import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { preferredLanguage, writtenDay } from '@ledgerline/contract/languages';
import {
  invoiceActionAllowed,
  invoiceHasContact,
  invoiceReference,
  paymentProcessing,
  statusAfterSend,
} from '@ledgerline/contract/rules';
import {
  changeStatus,
  getInvoiceForUpdate,
  type InvoiceRecord,
  numberInvoice,
  publishInvoiceEvent,
} from '#features/billing/invoice-store/change-invoice.ts';
import {
  findInvoice,
  payAddress,
  presentInvoice,
  recurringSentenceOf,
} from '#features/billing/invoice-store/find-invoices.ts';
import { drawInvoice } from '#features/billing/invoice-store/render-invoice.ts';
import {
  assertCurrentProvider,
  assertPublishable,
  publishInvoice,
  retirePublications,
} from '#features/billing/provider/publish.ts';
import { addressProblem } from '#features/email-templates/address-problems.ts';
import { invoiceEmail } from '#features/email-templates/invoice-email.ts';
import { clientEmailStyle } from '#features/records/clients/contact/find-contact.ts';
import { replyAddress } from '#features/records/clients/reply-address.ts';
import { findClient } from '#features/records/clients/service.ts';
import type { Context } from '#platform/context.ts';
import { queueEmail } from '#platform/email/queue.ts';
import { isEmailConnected } from '#platform/email/transport.ts';
import { AppError, toAppError } from '#platform/errors.ts';
import { sentMessage } from './rules.ts';

/** Two clicks on Send are one send, even on different servers. */
const DUPLICATE_SEND_MS = 10_000;

type Saved = ReplyOf<typeof createInvoice>;

export interface Sent {
  success: true;
  message: string;
  data: Invoice;
}

/** Publishes if needed, then marks as sent and emails in one transaction: for jobs, and for sending right after saving. */
export async function sendInvoice(ctx: Context, id: number): Promise<Sent> {
  await publishForSending(ctx, id);
  return ctx.deps.database.transaction((db) => markSent({ ...ctx, db }, id));
}

/**
 * Sends an invoice saved with send_immediately (decisions K27). If sending fails, the draft remains and the response says
 * so: the invoice is saved, and repeating the request would create a second one.
 */
export async function sendSaved(ctx: Context, saved: Saved): Promise<Saved> {
  const { id, data } = saved;
  if (!data.send_immediately || saved.contact_required) return saved;
  const row = await findInvoice(ctx.deps.database, id);
  if (row.sent_at !== null || row.status !== 'draft') return present(ctx, saved);
  try {
    const { message } = await sendInvoice(ctx, id);
    return await present(ctx, { ...saved, message });
  } catch (error) {
    const { message } = toAppError(error);
    ctx.deps.log.warn({ err: error, invoice: id }, 'invoice with send_immediately stays a draft');
    return present(ctx, { ...saved, message: `The invoice was saved as a draft but not sent: ${message}` });
  }
}

async function present(ctx: Context, saved: Saved): Promise<Saved> {
  const data = await presentInvoice({ ...ctx, db: ctx.deps.database }, saved.id);
  return { ...saved, data, invoice: data };
}

/** The provider calls before the transaction of the send; the transaction itself reports why an invoice cannot be sent. */
export async function publishForSending(ctx: Context, id: number): Promise<void> {
  const row = await findInvoice(ctx.deps.database, id);
  const isOpen = invoiceActionAllowed({ status: row.status, action: 'send' });
  if (!isOpen || !invoiceHasContact(row) || addressError(row) !== null) return;
  assertCurrentProvider(ctx, row);
  await ctx.deps.database.transaction((db) => numberForSending({ ...ctx, db }, id));
  await publishInvoice(ctx, id);
}

/**
 * Assigns the number before publishing, because an outside provider prints it. A page that was published for a draft
 * without a number is replaced behind the same address, unless a payment is pending on it.
 */
async function numberForSending(ctx: Context, id: number): Promise<void> {
  const row = await getInvoiceForUpdate(ctx.db, id);
  if (row.external_ref !== null || !invoiceActionAllowed({ status: row.status, action: 'send' })) return;
  await numberInvoice(ctx, row);
  if (ctx.deps.payments.hasOwnPage || row.square_public_url === null || paymentProcessing(row)) return;
  await retirePublications(ctx, id, { republish: true });
}

/** Sets the status (1§4, decisions K6) and queues the email; a second call within moments changes nothing. */
export async function markSent(ctx: Context, id: number): Promise<Sent> {
  return markLockedSent(ctx, await getInvoiceForUpdate(ctx.db, id));
}

export async function markLockedSent(ctx: Context, row: InvoiceRecord): Promise<Sent> {
  const now = ctx.deps.clock.now();
  const isRepeat = isJustSent(row, now);
  // With nothing to pay, the first of two calls leaves it paid.
  if (!(isRepeat && row.total_cents === 0)) assertPublishable(row);
  const error = addressError(row);
  if (error) throw new AppError('wrong_state', { message: error });
  if (row.square_public_url === null) {
    throw new AppError('conflict', { message: 'The invoice was changed while it was being sent.' });
  }
  if (!isRepeat) await send(ctx, row, row.square_public_url);
  return {
    success: true,
    message: sentMessage(row, isEmailConnected(ctx.deps)),
    data: await presentInvoice(ctx, row.id),
  };
}

/** Whether it was sent a moment ago and not changed since. */
function isJustSent({ sent_at, updated_at }: InvoiceRecord, now: Date): boolean {
  return sent_at !== null && updated_at <= sent_at && now.getTime() - sent_at.getTime() < DUPLICATE_SEND_MS;
}

function addressError({ email }: InvoiceRecord): string | null {
  return email ? addressProblem(email) : null;
}

async function send(ctx: Context, row: InvoiceRecord, url: string): Promise<void> {
  const sent_at = ctx.deps.clock.now();
  const status = statusAfterSend(row);
  const paid_at = status === 'paid' ? sent_at : row.paid_at;
  const sent = await changeStatus(ctx, row, status, { sent_at, paid_at }, 'sent');
  if (row.email) await sendEmail(ctx, sent, { to: row.email, url });
  await publishInvoiceEvent(ctx, 'updated', row.id);
}

async function sendEmail(
  ctx: Context,
  row: InvoiceRecord,
  { to, url }: { to: string; url: string },
): Promise<void> {
  const client = await findClient(ctx, row.customer_id);
  const language = preferredLanguage(client.pref_lang) ?? 'en';
  const { style, attachments } = await clientEmailStyle(ctx, {
    client_id: row.customer_id,
    sender: row.created_by,
  });
  const content = invoiceEmail({
    style,
    language,
    brokerage: ctx.deps.config.BRAND,
    agent_name: ctx.actor.kind === 'agent' ? ctx.actor.name : '',
    customer_name: row.full_name ?? '',
    reference: invoiceReference(row),
    title: row.title,
    due_cents: row.total_cents - (row.paid_amount_cents ?? 0),
    due_date: row.due_date === null ? '' : writtenDay(language, row.due_date),
    recurring: await recurringSentenceOf(ctx.db, row.id, language),
    url: payAddress(ctx, url),
  });
  const pdf = await drawInvoice(ctx, row, language);
  await queueEmail(ctx, {
    ...content,
    kind: 'invoice',
    about: invoiceReference(row),
    to,
    language,
    client_id: row.customer_id,
    session_id: row.session_id,
    invoice_id: row.id,
    reply_to: await replyAddress(ctx, row.customer_id),
    attachments: [{ name: pdf.name, mime_type: 'application/pdf', bytes: pdf.bytes }, ...attachments],
  });
}

/** The public address where the client pays. */
export async function generateLink(
  ctx: Context,
  id: number,
): Promise<{ success: true; payment_url: string; message: string }> {
  const { square_public_url } = await publishInvoice(ctx, id);
  if (square_public_url === null) {
    throw new AppError('conflict', {
      message: 'The invoice was changed while its payment link was being created.',
    });
  }
  return {
    success: true,
    payment_url: payAddress(ctx, square_public_url),
    message: 'Payment link is ready.',
  };
}
