import type { PayPage } from '@ledgerline/contract/pay-page/endpoints';
import { moneyDisplay } from '@ledgerline/contract/rules';
import {
  type DatedMoney,
  nextPaymentStatus,
  outstandingCents,
  sumsOf,
} from '#features/billing/transactions/rules.ts';

/** What the page needs from a payment or refund in the provider's books. */
interface BookPayment {
  providerPaymentId: string;
  kind: string;
  status: string;
  amount_cents: number;
  at: Date;
}

export interface PageInvoice {
  is_cancelled: boolean;
  total_cents: number;
  total_changed_at: Date | null;
}

/** What the page shows: the totals paid and refunded, what is due, and whether it can be paid. */
export function payState(
  invoice: PageInvoice,
  money: readonly DatedMoney[],
): Pick<PayPage, 'state' | 'paid_cents' | 'refunded_cents' | 'due_cents'> {
  const all = sumsOf(money, new Set(), invoice);
  const sums = { paid_cents: all.received_cents, refunded_cents: all.refunded_cents };
  const due_cents = outstandingCents(invoice, all);
  // Once it was paid in full, a refund makes nothing due again (decision 091).
  if (all.settled_cents >= invoice.total_cents) {
    return { state: all.kept_cents < invoice.total_cents ? 'refunded' : 'paid', ...sums, due_cents };
  }
  if (invoice.is_cancelled) return { state: 'cancelled', ...sums, due_cents };
  return { state: due_cents === 0 ? 'processing' : 'open', ...sums, due_cents };
}

/** The amount that can be paid on the page. */
export function payableCents(invoice: PageInvoice, money: readonly DatedMoney[]): number {
  return invoice.is_cancelled ? 0 : payState(invoice, money).due_cents;
}

/**
 * The payments of an invoice: its transactions in their current state in the provider's books, then those that are only in
 * the books so far.
 */
export function mergeBooks(
  transactions: readonly (DatedMoney & { provider_payment_id: string | null })[],
  inBooks: readonly BookPayment[],
): DatedMoney[] {
  const books = new Map(inBooks.map((payment) => [payment.providerPaymentId, payment]));
  const recorded = transactions.map((row) => {
    const payment = books.get(row.provider_payment_id ?? '');
    if (!payment) return row;
    books.delete(payment.providerPaymentId);
    const payment_status = nextPaymentStatus(row.payment_status, payment.status);
    return payment_status === row.payment_status ? row : { ...row, payment_status, provider_at: payment.at };
  });
  const added = [...books.values()].map(({ kind, status, amount_cents, at }) => ({
    kind,
    payment_status: status,
    amount: amount_cents,
    created_at: at,
  }));
  return [...recorded, ...added];
}

export const PAY_MESSAGES = {
  paid: 'Thank you. Your payment was received.',
  partially_paid: 'Thank you. Your partial payment was received.',
  declined: 'The payment was declined. No money was taken.',
  processing: 'Your bank payment is being processed. It can take some time to arrive.',
} as const;

/** Why nothing can be paid. */
export function closedMessage(state: PayPage['state']): string {
  return CLOSED_MESSAGES[state];
}

const CLOSED_MESSAGES: Record<PayPage['state'], string> = {
  open: 'This invoice has changed in the meantime. Please review it again.',
  cancelled: 'This invoice was cancelled and can no longer be paid.',
  processing: 'A payment of this invoice is already in progress.',
  paid: 'This invoice is already paid.',
  refunded: 'This invoice was paid and refunded. Nothing is due.',
  preparing: 'The payment page of this invoice is being prepared. Please try again in a moment.',
  nothing_due: 'Nothing is due on this invoice.',
  not_payable: 'This invoice cannot be paid through this link at the moment.',
};

export function partialMessage(due_cents: number): string {
  return `The amount must be from ${moneyDisplay(1)} to ${moneyDisplay(due_cents)}.`;
}

/** What a visitor sees, by the provider's status of the invoice; an unknown status is left to the provider's page. */
export function externalState(status: string): PayPage['state'] {
  if (status === 'processing') return 'processing';
  if (status === 'paid') return 'paid';
  if (status === 'partially_refunded' || status === 'refunded') return 'refunded';
  return status === 'cancelled' || status === 'failed' ? 'cancelled' : 'open';
}

/** Whether the page shows an amount due. */
export function isOutstanding(state: PayPage['state']): boolean {
  return ['open', 'preparing', 'not_payable'].includes(state);
}

/** How long the scheduled job tries to replace a page that an edit removed. */
const RETRY_MS = 86_400_000;

/** Why an invoice has no page where it can be paid at the current provider; null where it has one. */
export function reasonWithoutPage(
  invoice: { square_invoice_id: string | null; provider: string | null; updated_at: Date },
  { serving, now, rejectedAt }: { serving: string; now: Date; rejectedAt: Date | null },
): 'preparing' | 'not_payable' | null {
  if (invoice.provider !== null && invoice.provider !== serving) return 'not_payable';
  if (invoice.square_invoice_id !== null) return null;
  // The same content would be rejected again: only an edit or a payment changes it.
  if (rejectedAt !== null && rejectedAt >= invoice.updated_at) return 'not_payable';
  return now.getTime() - invoice.updated_at.getTime() < RETRY_MS ? 'preparing' : 'not_payable';
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** Whether visitors may be redirected to a provider's page: over HTTPS, or on this machine (tests, the demo). */
export function isSafePage(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL_HOSTS.includes(url.hostname));
}
