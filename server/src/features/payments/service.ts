import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type {
  listInvoiceTransactions as listEndpoint,
  recordPayment as recordEndpoint,
  refundPayment as refundEndpoint,
} from '@ledgerline/contract/invoices/endpoints';
import type { Invoice, Transaction } from '@ledgerline/contract/invoices/schemas';
import { moneyDisplay, REFUND_AT_PROVIDER, refundableCents } from '@ledgerline/contract/rules';
import type { SessionPaymentData } from '@ledgerline/contract/sessions/endpoints';
import { followMoneyElsewhere, settleWithProvider } from '#features/invoices/following/service.ts';
import { findInvoice, holdInvoice, presentInvoice } from '#features/invoices/service.ts';
import { calendarDay } from '#platform/clock.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import * as listing from './listing.ts';
import { toTransaction } from './presenter.ts';
import * as repository from './repository.ts';
import { isRefundedAtProvider, likelyRepeatOf, paymentRefusal, sumsOf } from './rules.ts';
import { auditTransaction, noteReceived, settleInvoice } from './settling/service.ts';

export { applyProviderPayment, settleInvoice } from './settling/service.ts';

type Ctx = Context<AgentActor>;

export async function listInvoiceTransactions(
  ctx: Context,
  invoiceId: number,
): Promise<ReplyOf<typeof listEndpoint>> {
  await findInvoice(ctx.db, invoiceId);
  return { success: true, data: await transactionsOfInvoice(ctx, invoiceId) };
}

/** Payments and refunds, oldest first. */
async function transactionsOfInvoice({ db, deps }: Context, invoiceId: number): Promise<Transaction[]> {
  const rows = await listing.listOfInvoice(db, invoiceId);
  return rows.map((row) => toTransaction(row, deps.payments.name));
}

/** Whether a bank transfer to the invoice has not arrived yet. */
export async function isMoneyOnItsWay(db: Database, invoiceId: number): Promise<boolean> {
  return sumsOf(await repository.findOfInvoice(db, invoiceId)).pending_cents > 0;
}

/** Whether anything is on record for the invoice, also what failed or was given back. */
export async function isMoneyOnRecord(db: Database, invoiceId: number): Promise<boolean> {
  return (await repository.findOfInvoice(db, invoiceId)).length > 0;
}

/** Money that an agent received. */
export async function recordPayment(
  ctx: Ctx,
  invoiceId: number,
  input: BodyOf<typeof recordEndpoint>,
): Promise<ReplyOf<typeof recordEndpoint>> {
  const invoice = await holdInvoice(ctx.db, invoiceId);
  refuseFuture(ctx, 'paid_on', input.paid_on, 'The payment date must not be in the future.');
  refuseStrayCard(input);
  const before = await repository.findOfInvoice(ctx.db, invoiceId);
  const refusal = paymentRefusal(invoice, sumsOf(before), input.amount_cents);
  if (refusal?.code === 'wrong_state') throw new AppError('wrong_state', { message: refusal.message });
  if (refusal) throw wrongField('amount_cents', refusal.message);
  askBeforeRepeat(ctx, { kind: 'payment', ...input }, before);
  const now = ctx.deps.clock.now();
  const row = await repository.insertTransaction(ctx.db, {
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
  await auditTransaction(ctx, row);
  await settleInvoice(ctx, invoiceId);
  await noteReceived(ctx, invoice, now, input.amount_cents);
  await followMoneyElsewhere(ctx, invoiceId);
  return answerOf(ctx, invoiceId, row.id);
}

/** Money that was given back in another way than at the provider; what it gives back is owed again. */
export async function refundPayment(
  ctx: Ctx,
  transactionId: number,
  input: BodyOf<typeof refundEndpoint>,
): Promise<ReplyOf<typeof refundEndpoint>> {
  const { invoice_id } = await findTransaction(ctx.db, transactionId);
  await holdInvoice(ctx.db, invoice_id);
  // Read again: until the invoice was held it could change.
  const payment = await findTransaction(ctx.db, transactionId);
  if (payment.kind !== 'payment' || payment.payment_status !== 'completed') {
    throw new AppError('wrong_state', { message: 'Only a payment that has arrived can be refunded.' });
  }
  if (isRefundedAtProvider(payment, ctx.deps.payments.name)) {
    throw new AppError('wrong_state', { message: REFUND_AT_PROVIDER });
  }
  refuseFuture(ctx, 'refunded_on', input.refunded_on, 'The refund date must not be in the future.');
  if (input.refunded_on < payment.paid_on) {
    throw wrongField('refunded_on', 'The refund date must not be before the payment date.');
  }
  const before = await repository.findOfInvoice(ctx.db, invoice_id);
  const left = refundableCents(payment, before);
  if (left === 0) throw new AppError('wrong_state', { message: 'This payment was already refunded.' });
  if (input.amount_cents > left) {
    throw wrongField(
      'amount_cents',
      `The refund must not be more than what is left of the payment: ${moneyDisplay(left)}.`,
    );
  }
  askBeforeRepeat(ctx, { kind: 'refund', ...input }, before);
  const row = await repository.insertTransaction(ctx.db, {
    invoice_id,
    session_id: payment.session_id,
    square_account: payment.square_account,
    kind: 'refund',
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
  await auditTransaction(ctx, row);
  await settleInvoice(ctx, invoice_id);
  if (payment.provider === null) await followMoneyElsewhere(ctx, invoice_id);
  return answerOf(ctx, invoice_id, row.id);
}

/** Behind the transaction of money that was recorded by hand: what the provider still has to hear of it. */
export async function tellProvider<Answer extends { invoice: Invoice }>(
  ctx: Ctx,
  answer: Answer,
): Promise<Answer> {
  if (ctx.deps.payments.name === 'builtin') return answer;
  await settleWithProvider(ctx, answer.invoice.id);
  return { ...answer, invoice: await presentInvoice({ ...ctx, db: ctx.deps.database }, answer.invoice.id) };
}

/** The money of a session (decisions A25). */
export async function paymentDataOfSession(ctx: Context, sessionId: number): Promise<SessionPaymentData> {
  const transactions = await listing.listOfSession(ctx.db, sessionId);
  return {
    transactions: transactions.map((row) => toTransaction(row, ctx.deps.payments.name)),
    recurringPayment: await listing.findSessionSchedule(ctx.db, sessionId),
    invoices: await listing.listSessionInvoices(ctx.db, sessionId),
    ...(await listing.sumSession(ctx.db, sessionId)),
  };
}

/** Asked with the invoice held: of two that come at once the second sees the first. */
function askBeforeRepeat(
  { deps }: Ctx,
  money: { kind: 'payment' | 'refund'; amount_cents: number; confirm_repeat?: boolean | undefined },
  before: readonly repository.TransactionRecord[],
): void {
  if (money.confirm_repeat === true) return;
  const { kind, amount_cents: amount } = money;
  const earlier = likelyRepeatOf({ kind, amount, now: deps.clock.now() }, before);
  if (!earlier) return;
  const message = `A ${kind} of ${moneyDisplay(amount)} was recorded on this invoice within the last ten minutes. Record it again?`;
  const details = { transaction_id: earlier.id, recorded_at: earlier.created_at.toISOString() };
  throw new AppError('likely_repeat', { message, details });
}

async function answerOf(ctx: Context, invoiceId: number, transactionId: number) {
  const all = await transactionsOfInvoice(ctx, invoiceId);
  const data = all.find(({ id }) => id === transactionId);
  if (!data) throw new Error('the transaction is gone');
  return { success: true as const, data, invoice: await presentInvoice(ctx, invoiceId) };
}

async function findTransaction(db: Database, id: number): Promise<repository.TransactionRecord> {
  const row = await repository.findTransaction(db, id);
  if (!row) throw new AppError('not_found', { message: 'Transaction not found.' });
  return row;
}

function refuseFuture(ctx: Context, path: string, day: string, message: string): void {
  if (day > calendarDay(ctx.deps.clock.now(), ctx.deps.config.TIME_ZONE)) throw wrongField(path, message);
}

function refuseStrayCard(input: BodyOf<typeof recordEndpoint>): void {
  if (input.payment_method === 'card') return;
  if (input.card_brand) throw wrongField('card_brand', 'The card brand belongs to card payments only.');
  if (input.card_last4) throw wrongField('card_last4', 'The card number belongs to card payments only.');
}

function wrongField(path: string, message: string): AppError {
  return new AppError('validation_failed', { fields: [{ path, message }] });
}
