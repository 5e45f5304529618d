import { changePayment, recalculateInvoice } from './collect-payments.ts';
import { amounts, sumOf } from './order-totals.ts';
import { requireOrder } from './orders.ts';
import {
  type Books,
  type Merchant,
  newIds,
  type SquareOrder,
  type SquarePayment,
  type SquareRefund,
  stamp,
  usd,
} from './square-books.ts';

/** Refunds a payment; Square records the refund in a separate return order that references the paid order. */
export function refundPayment(
  books: Books,
  merchant: Merchant,
  payment: SquarePayment,
  {
    amount,
    pending = false,
    reason = 'Returned goods',
  }: { amount: number; pending?: boolean; reason?: string },
): SquareRefund {
  const pendingRefunds = merchant.refunds.filter(
    ({ payment_id, status }) => payment_id === payment.id && status === 'PENDING',
  );
  const refunded = sumOf([
    payment.refunded_money ?? usd(0),
    ...pendingRefunds.map((each) => each.amount_money),
  ]);
  if (payment.status !== 'COMPLETED')
    throw new Error(`a payment with the status ${payment.status} cannot be refunded`);
  if (!Number.isInteger(amount) || amount <= 0 || amount > payment.amount_money.amount - refunded) {
    throw new Error(
      `${amount} cents cannot be refunded: only ${payment.amount_money.amount - refunded} are left`,
    );
  }
  const at = stamp(books);
  const order = requireOrder(merchant, payment.order_id);
  const returned = returnOrder(at, order, amount);
  const refund: SquareRefund = {
    id: `${payment.id}_${newIds.payment()}`,
    status: 'PENDING',
    location_id: payment.location_id,
    amount_money: usd(amount),
    payment_id: payment.id,
    order_id: returned.id,
    reason,
    created_at: at,
    updated_at: at,
  };
  returned.refunds = [legacyRefund(refund, order.id)];
  merchant.orders.push(returned);
  merchant.refunds.push(refund);
  sendRefundEvent(books, merchant, 'refund.created', refund);
  if (!pending) settleRefund(books, merchant, refund, 'COMPLETED');
  return refund;
}

export function settleRefund(
  books: Books,
  merchant: Merchant,
  refund: SquareRefund,
  status: 'COMPLETED' | 'REJECTED' | 'FAILED',
): void {
  if (refund.status !== 'PENDING') throw new Error(`the status of the refund is ${refund.status}`);
  refund.status = status;
  refund.updated_at = stamp(books);
  sendRefundEvent(books, merchant, 'refund.updated', refund);
  const payment = merchant.payments.find(({ id }) => id === refund.payment_id);
  if (!payment || status !== 'COMPLETED') return;
  payment.refunded_money = usd((payment.refunded_money?.amount ?? 0) + refund.amount_money.amount);
  payment.refund_ids = [...(payment.refund_ids ?? []), refund.id];
  changePayment(books, merchant, payment, 'COMPLETED');
  const invoice = merchant.invoices.find(({ order_id }) => order_id === payment.order_id);
  if (invoice) recalculateInvoice(books, merchant, invoice, ['invoice.refunded']);
}

function legacyRefund(
  { id, location_id, created_at, reason, amount_money, payment_id }: SquareRefund,
  order: string,
) {
  const refund = { id, location_id, created_at, reason, amount_money, status: 'APPROVED' };
  return { ...refund, transaction_id: order, tender_id: payment_id };
}

function returnOrder(at: string, order: SquareOrder, amount: number): SquareOrder {
  const zero = usd(0);
  return {
    id: newIds.order(),
    location_id: order.location_id,
    ...(order.customer_id ? { customer_id: order.customer_id } : {}),
    source: order.source,
    returns: [{ uid: newIds.payment(), source_order_id: order.id }],
    return_amounts: amounts(amount),
    net_amounts: amounts(-amount),
    created_at: at,
    updated_at: at,
    closed_at: at,
    state: 'COMPLETED',
    version: 1,
    total_money: zero,
    total_tax_money: zero,
    total_discount_money: zero,
    total_tip_money: zero,
    total_service_charge_money: zero,
    net_amount_due_money: zero,
  };
}

function sendRefundEvent(books: Books, merchant: Merchant, type: string, refund: SquareRefund): void {
  books.send(merchant, { type, data: { type: 'refund', id: refund.id, object: { refund } } });
}
