import { invoiceReference } from '@ledgerline/contract/rules';
import { changeStatus, type InvoiceRecord } from '#features/billing/invoice-store/change-invoice.ts';
import { recordSessionPayment } from '#features/forms/sessions/service.ts';
import { notifyOwner } from '#features/records/clients/owners/notify-owner.ts';
import { NotKnownYet } from '#features/webhooks/rules.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { brokerageDay, type Context } from '#platform/context.ts';
import type { ProviderPayment } from '#platform/ports/payments.ts';
import { emailReceipt } from './email-receipt.ts';
import * as repository from './repository.ts';
import { nextPaymentStatus, refundToAdopt, statusFromMoney, sumsOf } from './rules.ts';

/**
 * Computes the sums and status of a locked invoice from its transactions; returns the same row if nothing changed. Safe to
 * repeat. Notifies agents when it is paid, except the agent who recorded the payment (`by`).
 */
export async function updateSums(ctx: Context, invoice: InvoiceRecord, by?: number): Promise<InvoiceRecord> {
  const sums = sumsOf(await repository.findOfInvoice(ctx.db, invoice.id), ctx.deps.ownPages.names, invoice);
  const status = statusFromMoney(invoice, sums);
  const paid_amount_cents = sums.is_touched ? sums.kept_cents : null;
  const { refunded_cents } = sums;
  const isSame =
    status === invoice.status &&
    paid_amount_cents === invoice.paid_amount_cents &&
    refunded_cents === invoice.refunded_cents;
  if (isSame) return invoice;
  const at = ctx.deps.clock.now();
  const paid_at = status === 'paid' ? (invoice.paid_at ?? at) : status === 'void' ? invoice.paid_at : null;
  const settled = await changeStatus(ctx, invoice, status, { paid_amount_cents, refunded_cents, paid_at });
  // If nothing was due, only money that arrived anyway counts as a payment; it has to be refunded.
  const isPaidNow = status === 'paid' && invoice.status !== 'paid' && invoice.total_cents > 0;
  const isOverpaidNow = invoice.total_cents === 0 && sums.kept_cents > (invoice.paid_amount_cents ?? 0);
  if (isPaidNow || isOverpaidNow)
    await notifyPayment(ctx, settled, {
      kind: 'invoice_paid',
      event: `${invoice.id}:${paid_at?.toISOString()}`,
      by,
    });
  return settled;
}

/** To the client's owner, or to the creator of the invoice. */
function notifyPayment(
  ctx: Context,
  invoice: InvoiceRecord,
  update: {
    kind: 'invoice_paid' | 'payment_failed' | 'refund_failed';
    event: string;
    by?: number | undefined;
  },
): Promise<void> {
  const { kind, event, by = null } = update;
  const { id, customer_id, created_by } = invoice;
  const whose = { client_id: customer_id, invoice_id: id, findSender: () => created_by };
  return notifyOwner(ctx, { kind, event, by, about: invoiceReference(invoice), ...whose });
}

/**
 * Failed payments notify once a day, because a client may mistype a card several times; a failed refund notifies each time.
 */
async function notifyFailures(
  ctx: Context,
  invoice: InvoiceRecord,
  failed: readonly ProviderPayment[],
): Promise<void> {
  if (failed.some(({ kind }) => kind === 'payment')) {
    const event = `${invoice.id}:${brokerageDay(ctx.deps)}`;
    await notifyPayment(ctx, invoice, { kind: 'payment_failed', event });
  }
  for (const { kind, providerPaymentId } of failed) {
    if (kind === 'refund')
      await notifyPayment(ctx, invoice, {
        kind: 'refund_failed',
        event: `${invoice.id}:${providerPaymentId}`,
      });
  }
}

/**
 * Records what a provider reports about the payments of a locked invoice and updates its sums: each payment and refund
 * once, however often and in whatever order it is reported. `account` is where the money is; an invoice that was moved
 * since can have another. `booked` is what was new.
 */
export async function bookPayments(
  ctx: Context,
  invoice: InvoiceRecord,
  payments: readonly ProviderPayment[],
  account: string,
): Promise<{ invoice: InvoiceRecord; booked: ProviderPayment[] }> {
  const booked: ProviderPayment[] = [];
  for (const payment of payments)
    if (await recordChange(ctx, invoice, payment, account)) booked.push(payment);
  const settled = await updateSums(ctx, invoice);
  for (const { kind, status, at, amount_cents } of booked) {
    const paid_on = brokerageDay(ctx.deps, at);
    if (kind === 'payment' && status === 'completed')
      await recordReceived(ctx, settled, { at, amount_cents, paid_on });
  }
  await notifyFailures(
    ctx,
    settled,
    booked.filter(({ status }) => status === 'failed'),
  );
  return { invoice: settled, booked };
}

/** Records one payment or refund; false when nothing of it was new. */
async function recordChange(
  ctx: Context,
  invoice: InvoiceRecord,
  payment: ProviderPayment,
  account: string,
): Promise<boolean> {
  const source = { provider: ctx.deps.payments.name, account };
  const known = await repository.findOfProvider(ctx.db, source, payment.providerPaymentId);
  if (known) {
    assertSamePayment(known, invoice.id, payment);
    return moveForward(ctx, known, payment);
  }
  await recordNew(ctx, invoice, payment, source);
  return true;
}

/** After money was received: the session shows it, the client gets a receipt; the audit log records it on a void invoice. */
export async function recordReceived(
  ctx: Context,
  invoice: InvoiceRecord,
  { at, amount_cents, paid_on }: { at: Date; amount_cents: number; paid_on: string },
): Promise<void> {
  if (invoice.session_id !== null) await recordSessionPayment(ctx, invoice.session_id, at);
  if (invoice.status !== 'void') return emailReceipt(ctx, invoice, { amount_cents, paid_on });
  await auditAction(ctx, 'updated', 'invoice', invoice.id, {
    field: 'payment_on_void',
    new_value: { note: 'A payment arrived for a void invoice; the invoice stays void.', amount_cents },
  });
}

async function recordNew(
  ctx: Context,
  invoice: InvoiceRecord,
  payment: ProviderPayment,
  source: repository.ProviderAccount,
): Promise<void> {
  const refunded = payment.refundOf
    ? await repository.findOfProvider(ctx.db, source, payment.refundOf)
    : undefined;
  // A refund that is reported before its payment waits: the event is retried.
  if (payment.refundOf && !refunded) throw new NotKnownYet(`${payment.refundOf} is not known yet`);
  if (refunded && (await adopt(ctx, refunded.id, payment, source))) return;
  await recordTransaction(ctx, {
    invoice_id: invoice.id,
    session_id: invoice.session_id,
    square_account: source.account,
    kind: payment.kind,
    payment_method: payment.method,
    card_brand: payment.card_brand,
    card_last4: payment.card_last4,
    amount: payment.amount_cents,
    payment_status: payment.status,
    refund_of: refunded?.id ?? null,
    provider: source.provider,
    provider_payment_id: payment.providerPaymentId,
    paid_on: brokerageDay(ctx.deps, payment.at),
    provider_at: payment.at,
    created_at: ctx.deps.clock.now(),
  });
}

/**
 * A refund that an agent recorded and the provider then reports is one refund: the agent's row gets the provider's id and
 * status (decision 022). False when there is none.
 */
async function adopt(
  ctx: Context,
  paymentRow: number,
  { providerPaymentId, amount_cents, status, at }: ProviderPayment,
  { provider, account }: repository.ProviderAccount,
): Promise<boolean> {
  const payment = await repository.findTransaction(ctx.db, paymentRow);
  const all = payment ? await repository.findOfInvoice(ctx.db, payment.invoice_id) : [];
  const own = refundToAdopt({ refund_of: paymentRow, amount: amount_cents, status }, all);
  if (!own) return false;
  const changes = {
    provider,
    square_account: account,
    provider_payment_id: providerPaymentId,
    // Not later than the agent's entry, because the agent may have reopened the balance since then.
    provider_at: at < own.created_at ? at : own.created_at,
    payment_status: status,
  };
  await repository.changeTransaction(ctx.db, own.id, changes);
  await auditAction(ctx, 'updated', 'transaction', own.id, {
    field: 'provider_payment_id',
    new_value: changes,
  });
  return true;
}

async function moveForward(
  ctx: Context,
  known: repository.TransactionRecord,
  payment: ProviderPayment,
): Promise<boolean> {
  const payment_status = nextPaymentStatus(known.payment_status, payment.status);
  if (payment_status === known.payment_status) return false;
  const paid_on = brokerageDay(ctx.deps, payment.at);
  await repository.changeTransaction(ctx.db, known.id, { payment_status, paid_on, provider_at: payment.at });
  await auditAction(ctx, 'updated', 'transaction', known.id, {
    field: 'payment_status',
    old_value: known.payment_status,
    new_value: payment_status,
  });
  return true;
}

/** Records money that was received or refunded. */
export async function recordTransaction(
  ctx: Context,
  values: repository.NewTransactionRecord,
): Promise<repository.TransactionRecord> {
  const row = await repository.insertTransaction(ctx.db, values);
  const { invoice_id, kind, amount, payment_method, payment_status } = row;
  const new_value = { invoice_id, kind, amount, payment_method, payment_status };
  await auditAction(ctx, 'created', 'transaction', row.id, { new_value });
  return row;
}

/** An id that is reused for another payment is an error that needs manual review. */
function assertSamePayment(
  known: repository.TransactionRecord,
  invoiceId: number,
  payment: ProviderPayment,
): void {
  const isSame =
    known.invoice_id === invoiceId && known.amount === payment.amount_cents && known.kind === payment.kind;
  if (!isSame) {
    throw new Error(`${payment.providerPaymentId} is reported with another amount or invoice than before`);
  }
}
