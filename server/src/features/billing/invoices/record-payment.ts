import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/invoices/endpoints';
import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import {
  moneyDisplay,
  paymentDateError,
  REFUND_AT_PROVIDER,
  refundableCents,
  TRANSACTION_KIND_LABELS,
  type TransactionKind,
} from '@ledgerline/contract/rules';
import { getInvoiceForUpdate, publishInvoiceEvent } from '#features/billing/invoice-store/change-invoice.ts';
import { presentInvoice } from '#features/billing/invoice-store/find-invoices.ts';
import { completeProviderCalls, replacePageAfterPayment } from '#features/billing/provider/follow.ts';
import {
  recordReceived,
  recordTransaction,
  updateSums,
} from '#features/billing/transactions/book-payments.ts';
import {
  findTransaction,
  recordsOfInvoice,
  type TransactionRecord,
  transactionsOfInvoice,
} from '#features/billing/transactions/read-transactions.ts';
import {
  isRefundedAtProvider,
  likelyRepeatOf,
  paymentError,
  sumsOf,
} from '#features/billing/transactions/rules.ts';
import { type AgentActor, brokerageDay, type Context } from '#platform/context.ts';
import { AppError, wrongField } from '#platform/errors.ts';

type Ctx = Context<AgentActor>;

/** A payment that an agent received. */
export async function recordPayment(
  ctx: Ctx,
  invoiceId: number,
  input: BodyOf<typeof endpoints.recordPayment>,
): Promise<ReplyOf<typeof endpoints.recordPayment>> {
  const invoice = await getInvoiceForUpdate(ctx.db, invoiceId);
  assertPaymentDate(ctx, invoice, input.paid_on);
  assertNoStrayCard(input);
  const before = await recordsOfInvoice(ctx.db, invoiceId);
  const sums = sumsOf(before, ctx.deps.ownPages.names, invoice);
  const error = paymentError(invoice, sums, input.amount_cents);
  if (error?.code === 'validation_failed') throw wrongField('amount_cents', error.message);
  if (error) throw new AppError(error.code, { message: error.message });
  assertRepeatConfirmed(ctx, { kind: 'payment', ...input }, before);
  const now = ctx.deps.clock.now();
  const row = await recordTransaction(ctx, {
    invoice_id: invoiceId,
    session_id: invoice.session_id,
    square_account: invoice.square_account,
    kind: 'payment',
    payment_method: input.payment_method,
    card_brand: input.card_brand || null,
    card_last4: input.card_last4 ?? null,
    amount: input.amount_cents,
    payment_status: 'completed',
    paid_on: input.paid_on,
    note: input.note,
    recorded_by: ctx.actor.id,
    created_at: now,
  });
  const settled = await updateSums(ctx, invoice, ctx.actor.id);
  const { amount_cents, paid_on } = input;
  await recordReceived(ctx, settled, { at: now, amount_cents, paid_on });
  await replacePageAfterPayment(ctx, settled);
  await publishInvoiceEvent(ctx, 'updated', invoiceId);
  return answerOf(ctx, invoiceId, row.id);
}

/**
 * Money refunded outside the provider, after which nothing is due again; or a returned payment (bounced check, dispute,
 * chargeback), which is due again (decision 091).
 */
export async function refundPayment(
  ctx: Ctx,
  transactionId: number,
  input: BodyOf<typeof endpoints.refundPayment>,
): Promise<ReplyOf<typeof endpoints.refundPayment>> {
  const { invoice_id } = await findTransaction(ctx.db, transactionId);
  const invoice = await getInvoiceForUpdate(ctx.db, invoice_id);
  // Read again under the row lock, because it may have changed in the meantime.
  const payment = await findTransaction(ctx.db, transactionId);
  const before = await recordsOfInvoice(ctx.db, invoice_id);
  assertRefundable(ctx, payment, input, before);
  assertRepeatConfirmed(ctx, input, before);
  const row = await recordTransaction(ctx, {
    invoice_id,
    session_id: payment.session_id,
    square_account: payment.square_account,
    kind: input.kind,
    payment_method: payment.payment_method,
    card_brand: payment.card_brand,
    card_last4: payment.card_last4,
    amount: input.amount_cents,
    payment_status: 'completed',
    refund_of: payment.id,
    paid_on: input.refunded_on,
    note: input.note,
    recorded_by: ctx.actor.id,
    created_at: ctx.deps.clock.now(),
  });
  const settled = await updateSums(ctx, invoice);
  // The provider's page knows about its own refunds, but not about a returned payment.
  if (payment.provider === null || input.kind === 'reversal') await replacePageAfterPayment(ctx, settled);
  await publishInvoiceEvent(ctx, 'updated', invoice_id);
  return answerOf(ctx, invoice_id, row.id);
}

const REFUND_NOUNS = { refund: 'refund', reversal: 'return' } as const;

function assertRefundable(
  ctx: Ctx,
  payment: TransactionRecord,
  { kind, refunded_on, amount_cents }: BodyOf<typeof endpoints.refundPayment>,
  before: readonly TransactionRecord[],
): void {
  const noun = REFUND_NOUNS[kind];
  if (payment.kind !== 'payment' || payment.payment_status !== 'completed') {
    throw new AppError('wrong_state', { message: `Only a payment that has arrived can be ${noun}ed.` });
  }
  if (kind === 'refund' && isRefundedAtProvider(payment, ctx.deps.payments)) {
    throw new AppError('wrong_state', { message: REFUND_AT_PROVIDER });
  }
  assertNotFuture(ctx, 'refunded_on', refunded_on, `The ${noun} date must not be in the future.`);
  if (refunded_on < payment.paid_on) {
    throw wrongField('refunded_on', `The ${noun} date must not be before the payment date.`);
  }
  const left = refundableCents(payment, before);
  if (left === 0) {
    const message = 'This payment has already been fully refunded or returned.';
    throw new AppError('wrong_state', { message });
  }
  if (amount_cents > left) {
    const most = moneyDisplay(left);
    throw wrongField(
      'amount_cents',
      `The ${noun} can’t exceed the remaining amount of the payment: ${most}.`,
    );
  }
}

/** After the transaction of a payment recorded by hand: sends the provider what it needs to know. */
export async function syncProvider<Answer extends { invoice: Invoice }>(
  ctx: Ctx,
  answer: Answer,
): Promise<Answer> {
  if (ctx.deps.payments.hasOwnPage) return answer;
  await completeProviderCalls(ctx, answer.invoice.id);
  return { ...answer, invoice: await presentInvoice({ ...ctx, db: ctx.deps.database }, answer.invoice.id) };
}

/** Checked under the row lock: of two concurrent requests the second sees the first. */
function assertRepeatConfirmed(
  { deps }: Ctx,
  money: { kind: TransactionKind; amount_cents: number; confirm_repeat?: boolean | undefined },
  before: readonly TransactionRecord[],
): void {
  if (money.confirm_repeat === true) return;
  const { kind, amount_cents: amount } = money;
  const earlier = likelyRepeatOf({ kind, amount, now: deps.clock.now() }, before);
  if (!earlier) return;
  const message = `A ${TRANSACTION_KIND_LABELS[kind].toLowerCase()} of ${moneyDisplay(amount)} was recorded on this invoice within the last ten minutes. Record it again?`;
  const details = { transaction_id: earlier.id, recorded_at: earlier.created_at.toISOString() };
  throw new AppError('likely_repeat', { message, details });
}

async function answerOf(ctx: Context, invoiceId: number, transactionId: number) {
  const all = await transactionsOfInvoice(ctx, invoiceId);
  const data = all.find(({ id }) => id === transactionId);
  if (!data) throw new Error('the transaction disappeared');
  return { success: true as const, data, invoice: await presentInvoice(ctx, invoiceId) };
}

function assertPaymentDate({ deps }: Context, { created_at }: { created_at: Date }, day: string): void {
  const days = { created: brokerageDay(deps, created_at), today: brokerageDay(deps) };
  const message = paymentDateError(day, days);
  if (message) throw wrongField('paid_on', message);
}

function assertNotFuture(ctx: Context, path: string, day: string, message: string): void {
  if (day > brokerageDay(ctx.deps)) throw wrongField(path, message);
}

function assertNoStrayCard(input: BodyOf<typeof endpoints.recordPayment>): void {
  if (input.payment_method === 'card') return;
  if (input.card_brand) throw wrongField('card_brand', 'Only card payments can have a card brand.');
  if (input.card_last4) throw wrongField('card_last4', 'Only card payments can have card digits.');
}
