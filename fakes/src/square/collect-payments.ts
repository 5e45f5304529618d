import { randomBytes } from 'node:crypto';
import { changeInvoice } from './invoices.ts';
import { sumOf } from './order-totals.ts';
import { changeOrder, requireOrder } from './orders.ts';
import {
  type Books,
  type Merchant,
  newIds,
  type SquareInvoice,
  type SquarePayment,
  stamp,
  type Tender,
  usd,
} from './square-books.ts';

type PayMethod = 'card' | 'ach' | 'cash' | 'check';
export interface PayAttempt {
  /** In cents; defaults to the amount due. */
  amount?: number;
  method?: PayMethod;
  /** The payment is pending; defaults to true for a bank transfer. */
  pending?: boolean;
}

const PAYABLE = ['UNPAID', 'PARTIALLY_PAID'];

/** The payments of an invoice's order, oldest first. */
export const paymentsOf = (merchant: Merchant, { order_id }: SquareInvoice): SquarePayment[] =>
  merchant.payments.filter((payment) => payment.order_id === order_id);

export function dueOf(merchant: Merchant, invoice: SquareInvoice): number {
  const collected = paymentsOf(merchant, invoice).filter(
    ({ status }) => status === 'COMPLETED' || status === 'PENDING',
  );
  return (
    invoice.payment_requests[0].computed_amount_money.amount -
    sumOf(collected.map((each) => each.amount_money))
  );
}

/** Records a payment of the client or the seller; Square rejects more than the amount due. */
export function collectPayment(
  books: Books,
  merchant: Merchant,
  invoice: SquareInvoice,
  { amount, method = 'card', pending = method === 'ach' }: PayAttempt,
): SquarePayment {
  const due = dueOf(merchant, invoice);
  const cents = amount ?? due;
  if (!PAYABLE.includes(invoice.status))
    throw new Error(`an invoice with the status ${invoice.status} cannot be paid`);
  if (!Number.isInteger(cents) || cents <= 0 || cents > due) {
    throw new Error(`${cents} cents cannot be paid for an invoice with ${due} due`);
  }
  const at = stamp(books);
  const payment: SquarePayment = {
    id: newIds.payment(),
    created_at: at,
    updated_at: at,
    amount_money: usd(cents),
    total_money: usd(cents),
    status: method === 'card' && !pending ? 'APPROVED' : 'PENDING',
    ...sourceOf(method, cents),
    location_id: invoice.location_id,
    order_id: invoice.order_id,
    customer_id: invoice.primary_recipient.customer_id,
    application_details: { square_product: 'INVOICES' },
    receipt_number: newIds.payment().slice(0, 4),
    version_token: newIds.payment(),
  };
  merchant.payments.push(payment);
  sendPaymentEvent(books, merchant, 'payment.created', payment);
  if (pending) recalculateInvoice(books, merchant, invoice);
  else completePayment(books, merchant, invoice, payment);
  return payment;
}

function sourceOf(method: PayMethod, cents: number) {
  if (method === 'cash') {
    const cashDetails = { buyer_supplied_money: usd(cents), change_back_money: usd(0) };
    return { source_type: 'CASH' as const, cash_details: cashDetails };
  }
  if (method === 'check') {
    return { source_type: 'EXTERNAL' as const, external_details: { type: 'CHECK', source: 'Check' } };
  }
  if (method === 'ach') {
    const ach_details = {
      routing_number: '*****1234',
      account_number_suffix: '6789',
      account_type: 'CHECKING',
    };
    const bank = { bank_name: 'Fake Bank', transfer_type: 'ACH', country: 'US', ach_details };
    return { source_type: 'BANK_ACCOUNT' as const, bank_account_details: bank };
  }
  const card = {
    card_brand: 'VISA',
    last_4: '1111',
    exp_month: 12,
    exp_year: 2030,
    fingerprint: `sq-1-${randomBytes(20).toString('base64url')}`,
    card_type: 'CREDIT',
    prepaid_type: 'NOT_PREPAID',
    bin: '411111',
  };
  const card_details = { status: 'AUTHORIZED', card, entry_method: 'KEYED', cvv_status: 'CVV_ACCEPTED' };
  return { source_type: 'CARD' as const, card_details, approved_money: usd(cents) };
}

function completePayment(
  books: Books,
  merchant: Merchant,
  invoice: SquareInvoice,
  payment: SquarePayment,
): void {
  changePayment(books, merchant, payment, 'COMPLETED');
  const order = requireOrder(merchant, invoice.order_id);
  const tenders = [...(order.tenders ?? []), tenderOf(books, payment)];
  const due = order.total_money.amount - sumOf(tenders.map((each) => each.amount_money));
  const state = due <= 0 && order.state === 'OPEN' ? { state: 'COMPLETED' as const } : {};
  changeOrder(books, merchant, order, { tenders, net_amount_due_money: usd(due), ...state });
  recalculateInvoice(books, merchant, invoice, ['invoice.payment_made']);
}

export function changePayment(
  books: Books,
  merchant: Merchant,
  payment: SquarePayment,
  status: SquarePayment['status'],
): void {
  payment.status = status;
  payment.updated_at = stamp(books);
  payment.version_token = newIds.payment();
  if (payment.card_details) payment.card_details.status = status === 'COMPLETED' ? 'CAPTURED' : 'FAILED';
  sendPaymentEvent(books, merchant, 'payment.updated', payment);
}

const TENDERS = { CARD: 'CARD', CASH: 'CASH', BANK_ACCOUNT: 'BANK_ACCOUNT', EXTERNAL: 'OTHER' } as const;

function tenderOf(books: Books, payment: SquarePayment): Tender {
  const { source_type, card_details } = payment;
  const card = { card_details: { status: 'CAPTURED', card: card_details?.card, entry_method: 'KEYED' } };
  const cash = { cash_details: { buyer_tendered_money: payment.amount_money, change_back_money: usd(0) } };
  return {
    id: payment.id,
    location_id: payment.location_id,
    transaction_id: payment.order_id,
    created_at: stamp(books),
    amount_money: payment.amount_money,
    type: TENDERS[source_type],
    ...(payment.customer_id ? { customer_id: payment.customer_id } : {}),
    payment_id: payment.id,
    ...(source_type === 'CARD' ? card : {}),
    ...(source_type === 'CASH' ? cash : {}),
    ...(source_type === 'BANK_ACCOUNT' ? { bank_account_details: { status: 'COMPLETED' } } : {}),
  };
}

/** Recalculates the invoice's amounts and status from its payments and refunds. */
export function recalculateInvoice(
  books: Books,
  merchant: Merchant,
  invoice: SquareInvoice,
  events: readonly string[] = [],
): void {
  const payments = paymentsOf(merchant, invoice);
  const completed = payments.filter(({ status }) => status === 'COMPLETED');
  const paid = sumOf(completed.map((each) => each.amount_money));
  const refunded = sumOf(completed.map((each) => each.refunded_money ?? usd(0)));
  const [request] = invoice.payment_requests;
  const due = request.computed_amount_money.amount - paid;
  request.total_completed_amount_money = usd(paid);
  const isClosed = ['CANCELED', 'FAILED'].includes(invoice.status);
  const isPending = payments.some(({ status }) => status === 'PENDING');
  const status = isClosed && refunded === 0 ? invoice.status : statusOf({ paid, refunded, due, isPending });
  if (due > 0 && !isClosed) invoice.next_payment_amount_money = usd(due);
  else delete invoice.next_payment_amount_money;
  changeInvoice(books, merchant, invoice, { status }, events);
}

function statusOf(sums: { paid: number; refunded: number; due: number; isPending: boolean }): string {
  if (sums.refunded > 0) return sums.refunded >= sums.paid ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  if (sums.isPending) return 'PAYMENT_PENDING';
  if (sums.due <= 0) return 'PAID';
  return sums.paid > 0 ? 'PARTIALLY_PAID' : 'UNPAID';
}

/** Completes or fails a pending payment. */
export function settlePayment(
  books: Books,
  merchant: Merchant,
  payment: SquarePayment,
  outcome: 'completed' | 'failed',
): void {
  if (payment.status !== 'PENDING') throw new Error(`the status of the payment is ${payment.status}`);
  const invoice = merchant.invoices.find(({ order_id }) => order_id === payment.order_id);
  if (!invoice) throw new Error('the payment does not belong to an invoice');
  if (outcome === 'completed') {
    completePayment(books, merchant, invoice, payment);
    return;
  }
  changePayment(books, merchant, payment, 'FAILED');
  recalculateInvoice(books, merchant, invoice);
}

/** Square stops a suspicious invoice. */
export function stopInvoice(books: Books, merchant: Merchant, invoice: SquareInvoice): void {
  delete invoice.next_payment_amount_money;
  changeInvoice(books, merchant, invoice, { status: 'FAILED' });
}

function sendPaymentEvent(books: Books, merchant: Merchant, type: string, payment: SquarePayment): void {
  books.send(merchant, { type, data: { type: 'payment', id: payment.id, object: { payment } } });
}
