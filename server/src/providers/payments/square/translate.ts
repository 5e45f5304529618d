import type { ProviderInvoice, ProviderPayment } from '#platform/ports/payments.ts';
import type { SquareInvoice, SquareMoney, SquarePayment, SquareRefund } from './shapes.ts';

/** A payment in the portal's terms, without the tip. */
export function toPayment(payment: SquarePayment, now: Date, reportUnknown: ReportUnknown): ProviderPayment {
  return {
    providerPaymentId: payment.id,
    kind: 'payment',
    status: paymentStatus(payment.status, reportUnknown),
    ...methodFieldsOf(payment),
    amount_cents: centsOf(payment.amount_money),
    at: instant(now, ...timesOf(payment)),
    refundOf: null,
  };
}

/** A refund, with the method of its payment. */
export function toRefund(
  refund: SquareRefund,
  payment: SquarePayment,
  now: Date,
  reportUnknown: ReportUnknown,
): ProviderPayment {
  return {
    providerPaymentId: refund.id,
    kind: 'refund',
    status: paymentStatus(refund.status, reportUnknown),
    ...methodFieldsOf(payment),
    amount_cents: centsOf(refund.amount_money),
    at: instant(now, refund.updated_at, refund.created_at),
    refundOf: payment.id,
  };
}

/** `AMERICAN_EXPRESS` → `American Express`. */
export function brandName(brand: string): string {
  const parts = brand.toLowerCase().split('_');
  return parts
    .map((word) => (word === 'jcb' ? 'JCB' : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');
}

function methodFieldsOf(
  payment: SquarePayment,
): Pick<ProviderPayment, 'method' | 'card_brand' | 'card_last4'> {
  const card = payment.card_details?.card;
  return {
    method: methodOf(payment),
    card_brand: card?.card_brand ? brandName(card.card_brand) : null,
    card_last4: card?.last_4 ?? null,
  };
}

function methodOf({ source_type, external_details }: SquarePayment): ProviderPayment['method'] {
  switch (source_type) {
    case 'BANK_ACCOUNT':
      return 'ach';
    case 'CASH':
      return 'cash';
    case 'EXTERNAL':
      return external_details?.type === 'BANK_TRANSFER' ? 'ach' : 'check';
    default:
      return 'card';
  }
}

/**
 * When it reached its status. A refund changes `updated_at` as well, so that value is used only for payments without a
 * refund.
 */
function timesOf(payment: SquarePayment): (string | null | undefined)[] {
  const timeline = payment.card_details?.card_payment_timeline;
  const ended = payment.status === 'CANCELED' ? timeline?.voided_at : timeline?.captured_at;
  const wasRefunded = (payment.refund_ids ?? []).length > 0;
  return [ended, wasRefunded ? payment.created_at : payment.updated_at, payment.created_at];
}

function instant(now: Date, ...times: (string | null | undefined)[]): Date {
  const known = times.map((time) => new Date(time ?? '')).find((time) => !Number.isNaN(time.getTime()));
  return known ?? now;
}

/** Square's invoice statuses, and ours. */
const INVOICE_STATUSES: ReadonlyMap<string, string> = new Map([
  ['DRAFT', 'draft'],
  ['SCHEDULED', 'unpaid'],
  ['UNPAID', 'unpaid'],
  ['PAYMENT_PENDING', 'processing'],
  ['PARTIALLY_PAID', 'partially_paid'],
  ['PAID', 'paid'],
  ['PARTIALLY_REFUNDED', 'partially_refunded'],
  ['REFUNDED', 'refunded'],
  ['CANCELED', 'cancelled'],
  ['DELETED', 'cancelled'],
  ['FAILED', 'failed'],
]);

const PAYMENT_STATUSES: ReadonlyMap<string, ProviderPayment['status']> = new Map([
  ['APPROVED', 'pending'],
  ['PENDING', 'pending'],
  ['COMPLETED', 'completed'],
  ['CANCELED', 'failed'],
  ['FAILED', 'failed'],
  ['REJECTED', 'failed'],
]);

type ReportUnknown = (what: string, word: string) => void;

/** Our status; an unknown one of Square is returned in lower case and reported. */
export function invoiceStatus(word: string, reportUnknown: ReportUnknown): string {
  const known = INVOICE_STATUSES.get(word);
  if (known === undefined) reportUnknown('invoice', word);
  return known ?? word.toLowerCase();
}

/** The status of a payment or refund; an unknown one counts as not completed. */
export function paymentStatus(
  word: string | null | undefined,
  reportUnknown: ReportUnknown,
): ProviderPayment['status'] {
  const known = PAYMENT_STATUSES.get(word ?? '');
  if (known === undefined) reportUnknown('payment', word ?? '');
  return known ?? 'pending';
}

/** An invoice has no total of its own: it is the sum of its payment requests. */
export function invoiceSums(invoice: SquareInvoice): Pick<ProviderInvoice, 'total_cents' | 'paid_cents'> {
  const requests = invoice.payment_requests ?? [];
  return {
    total_cents: requests.reduce((sum, each) => sum + centsOf(each.computed_amount_money), 0),
    paid_cents: requests.reduce((sum, each) => sum + centsOf(each.total_completed_amount_money), 0),
  };
}

export const centsOf = (money: SquareMoney | null | undefined): number => money?.amount ?? 0;
