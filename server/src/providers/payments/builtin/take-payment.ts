import { DELAY_SECONDS, type PayAttempt, type PayResult } from '#platform/ports/built-in-pay-page.ts';
import { PaymentError } from '#platform/ports/payments.ts';
import { newId, type PaymentTools, paymentsOf, requireInvoice, toProviderPayment } from './books.ts';
import * as repository from './repository.ts';
import { queueEvent } from './signed-events.ts';

/** A test payment: one per key, and never more than the amount due, also when two pages pay at once. */
export async function payInvoice(
  tools: PaymentTools,
  token: string,
  attempt: PayAttempt,
): Promise<PayResult> {
  return tools.database.transaction(async (db) => {
    const invoice = await repository.findByToken(db, token, true);
    if (!invoice) throw new PaymentError('not_found', 'unknown token');
    const known = await repository.findPaymentByKey(db, invoice.id, attempt.key, attempt.earlier);
    if (known) return answerOf(known, attempt);
    if (invoice.cancelled_at) throw new PaymentError('wrong_state', 'the invoice is cancelled');
    const due = attempt.dueOf(await paymentsOf(db, invoice.id));
    if (due <= 0) throw new PaymentError('wrong_state', 'nothing is due');
    if (due !== (attempt.shown_cents ?? due))
      throw new PaymentError('wrong_state', 'the page showed another amount');
    const amount = attempt.amount_cents ?? due;
    if (!Number.isSafeInteger(amount) || amount < 1 || amount > due) {
      throw new PaymentError('invalid', `the amount must be from 1 to ${due} cents`);
    }
    const now = tools.clock.now();
    const payment = {
      ...attemptedPayment(attempt, now, amount === due),
      payment_id: newId('pay'),
      invoice_row: invoice.id,
      idempotency_key: attempt.key,
      kind: 'payment' as const,
      amount_cents: amount,
      refund_of: null,
      changed_at: now,
    };
    await repository.insertPayment(db, payment);
    await queueEvent(db, invoice, { type: 'payment.created', at: now, payment: toProviderPayment(payment) });
    return payment.answer;
  });
}

/** A repeat gets the same result; a key that arrives with another payment is rejected. */
function answerOf(known: repository.PaymentRecord, attempt: PayAttempt): PayResult {
  const { method, will_fail, due_at } = attemptedPayment(attempt, known.changed_at, true);
  const isSameAmount =
    attempt.amount_cents === null
      ? known.answer !== 'partially_paid'
      : known.amount_cents === attempt.amount_cents;
  const isSame =
    isSameAmount &&
    known.method === method &&
    known.will_fail === will_fail &&
    (known.due_at === null) === (due_at === null);
  if (!isSame) throw new PaymentError('key_reused', 'the key belongs to another payment');
  return known.answer;
}

/** Bank transfers take time, also to fail; cards respond at once. */
function attemptedPayment({ outcome, method }: PayAttempt, now: Date, isFull: boolean) {
  const isDelayed = outcome === 'delayed' || (outcome === 'declined' && method === 'ach');
  const isCard = method === 'card' && !isDelayed;
  const card = { card_brand: isCard ? 'Visa' : null, card_last4: isCard ? '1111' : null };
  const will_fail = outcome === 'declined';
  if (isDelayed) {
    const due_at = new Date(now.getTime() + DELAY_SECONDS * 1000);
    return { status: 'pending', answer: 'processing', method: 'ach', due_at, will_fail, ...card } as const;
  }
  const end = { method, due_at: null, will_fail, ...card };
  if (will_fail) return { status: 'failed', answer: 'declined', ...end } as const;
  return { status: 'completed', answer: isFull ? 'paid' : 'partially_paid', ...end } as const;
}

/** Settles the pending bank transfers that are due, however many servers poll. */
export function settleDelayed(tools: PaymentTools): Promise<number> {
  const now = tools.clock.now();
  return tools.database.transaction(async (db) => {
    const ended = await repository.claimDue(db, now);
    for (const payment of ended) {
      const invoice = await repository.lockInvoiceRow(db, payment.invoice_row);
      if (!invoice) throw new Error('a payment without its invoice');
      await queueEvent(db, invoice, {
        type: 'payment.updated',
        at: now,
        payment: toProviderPayment(payment),
      });
    }
    return ended.length;
  });
}

/** Never more than the payment minus its earlier refunds. */
export function refundPayment(
  tools: PaymentTools,
  {
    account,
    paymentId,
    amount,
    key,
  }: { account: repository.InvoiceRecord['account']; paymentId: string; amount: number; key: string },
): Promise<string> {
  return tools.database.transaction(async (db) => {
    const payment = await repository.findPayment(db, paymentId);
    const row = payment && (await repository.lockInvoiceRow(db, payment.invoice_row));
    if (!payment || row?.account !== account) throw new PaymentError('not_found', 'there is no such payment');
    const invoice = await requireInvoice(db, account, row.invoice_id);
    const known = await repository.findPaymentByKey(db, invoice.id, key);
    if (known) return known.payment_id;
    const all = await repository.listPayments(db, invoice.id);
    const refunds = all.filter(({ refund_of }) => refund_of === paymentId);
    const left = payment.amount_cents - refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    if (payment.kind !== 'payment' || payment.status !== 'completed' || amount < 1 || amount > left) {
      throw new PaymentError('invalid', 'this payment cannot be refunded by this amount');
    }
    const now = tools.clock.now();
    const { id: _, ...rest } = payment;
    const refund = {
      ...rest,
      payment_id: newId('ref'),
      kind: 'refund' as const,
      amount_cents: amount,
      refund_of: paymentId,
      idempotency_key: key,
      due_at: null,
      will_fail: false,
      changed_at: now,
    };
    await repository.insertPayment(db, refund);
    await queueEvent(db, invoice, { type: 'refund.created', at: now, payment: toProviderPayment(refund) });
    return refund.payment_id;
  });
}
