import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type { listInvoiceTransactions as listEndpoint } from '@ledgerline/contract/invoices/endpoints';
import type { Transaction } from '@ledgerline/contract/invoices/schemas';
import { invoicePaymentState, PAYMENT_METHODS, TRANSACTION_KINDS } from '@ledgerline/contract/rules';
import type { ListedSession, SessionPaymentData } from '@ledgerline/contract/sessions/endpoints';
import { findInvoice } from '#features/billing/invoice-store/find-invoices.ts';
import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { pick } from '#platform/pick.ts';
import type { NamedTransaction } from './queries.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';
import { isRefundedAtProvider, pendingCents } from './rules.ts';

export { COLLECTED, type CollectedSum, sumCollected } from './queries.ts';
export { foldCollected, type TransactionRecord } from './repository.ts';

export async function listInvoiceTransactions(
  ctx: Context,
  invoiceId: number,
): Promise<ReplyOf<typeof listEndpoint>> {
  await findInvoice(ctx.db, invoiceId);
  return { success: true, data: await transactionsOfInvoice(ctx, invoiceId) };
}

/** Payments and refunds, oldest first. */
export async function transactionsOfInvoice(
  { db, deps }: Context,
  invoiceId: number,
): Promise<Transaction[]> {
  const rows = await queries.listOfInvoice(db, invoiceId);
  return rows.map((row) => toTransaction(row, deps.payments));
}

/** Whether a bank transfer to the invoice is pending. */
export async function hasPendingMoney(db: Database, invoiceId: number): Promise<boolean> {
  return pendingCents(await repository.findOfInvoice(db, invoiceId)) > 0;
}

/** Whether anything is recorded for the invoice, including what failed or was refunded. */
export async function hasRecordedMoney(db: Database, invoiceId: number): Promise<boolean> {
  return (await repository.findOfInvoice(db, invoiceId)).length > 0;
}

/** What is recorded for an invoice, oldest first, including what failed. */
export const recordsOfInvoice = repository.findOfInvoice;

export async function findTransaction(db: Database, id: number): Promise<repository.TransactionRecord> {
  const row = await repository.findTransaction(db, id);
  if (!row) throw new AppError('not_found', { message: 'Transaction not found.' });
  return row;
}

/** The payments of a session (decisions A25). */
export async function paymentDataOfSession(ctx: Context, sessionId: number): Promise<SessionPaymentData> {
  const transactions = await queries.listOfSession(ctx.db, sessionId);
  const invoices = await queries.listSessionInvoices(ctx.db, sessionId);
  const [sums] = await queries.sumSessions(ctx.db, [sessionId]);
  return {
    transactions: transactions.map((row) => toTransaction(row, ctx.deps.payments)),
    recurringPayment: await queries.findSessionSchedule(ctx.db, sessionId),
    invoices: invoices.map(({ paid_amount_cents, refunded_cents, ...invoice }) => ({
      ...invoice,
      payment_state: invoicePaymentState({ ...invoice, paid_amount_cents, refunded_cents }),
    })),
    paid_cents: sums?.paid_cents ?? 0,
    settled_cents: sums?.settled_cents ?? 0,
  };
}

/** The amounts of sessions for which a payment was recorded, by session. */
export async function balancesOfSessions(
  { db }: Context,
  sessionIds: readonly number[],
): Promise<Map<number, NonNullable<ListedSession['balance']>>> {
  const sums = await queries.sumSessions(db, sessionIds);
  return new Map(
    sums
      .filter(({ has_transactions }) => has_transactions)
      .map(({ session_id, paid_cents, settled_cents }) => [session_id, { paid_cents, settled_cents }]),
  );
}

/** `serving`: the current provider. */
function toTransaction(row: NamedTransaction, serving: { name: string; hasOwnPage: boolean }): Transaction {
  return {
    ...pick(row, ['id', 'invoice_id', 'session_id', 'card_brand', 'card_last4', 'amount', 'refund_of']),
    ...pick(row, ['paid_on', 'note']),
    kind: TRANSACTION_KINDS.find((known) => known === row.kind) ?? 'payment',
    payment_method: PAYMENT_METHODS.find((known) => known === row.payment_method) ?? 'card',
    payment_status: statusOf(row.payment_status),
    recorded_by: row.agent,
    refund_at_provider: isRefundedAtProvider(row, serving),
    created_at: row.created_at.toISOString(),
  };
}

function statusOf(status: string): Transaction['payment_status'] {
  return status === 'completed' || status === 'failed' ? status : 'pending';
}
