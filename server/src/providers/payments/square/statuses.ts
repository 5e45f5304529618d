import type { ProviderInvoice, ProviderPayment } from '#platform/ports/payments.ts';
import { centsOf, type SquareInvoice } from './shapes.ts';

/** Square's words for an invoice, and ours. */
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

type NoteUnknown = (what: string, word: string) => void;

/** Our word; one that Square has and we do not know is kept in lower case, and reported. */
export function invoiceStatus(word: string, noteUnknown: NoteUnknown): string {
  const known = INVOICE_STATUSES.get(word);
  if (known === undefined) noteUnknown('invoice', word);
  return known ?? word.toLowerCase();
}

/** Of a payment or refund; an unknown word is money that has not arrived. */
export function paymentStatus(
  word: string | null | undefined,
  noteUnknown: NoteUnknown,
): ProviderPayment['status'] {
  const known = PAYMENT_STATUSES.get(word ?? '');
  if (known === undefined) noteUnknown('payment', word ?? '');
  return known ?? 'pending';
}

/** An invoice has no total of its own: its payment requests have. */
export function invoiceSums(invoice: SquareInvoice): Pick<ProviderInvoice, 'total_cents' | 'paid_cents'> {
  const requests = invoice.payment_requests ?? [];
  return {
    total_cents: requests.reduce((sum, each) => sum + centsOf(each.computed_amount_money), 0),
    paid_cents: requests.reduce((sum, each) => sum + centsOf(each.total_completed_amount_money), 0),
  };
}
