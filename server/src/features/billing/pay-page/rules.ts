import type { PayPage } from '@ledgerline/contract/payments/endpoints';
import { moneyDisplay } from '@ledgerline/contract/rules';

interface PageMoney {
  is_cancelled: boolean;
  total_cents: number;
  /** Through the page, and what of it the provider refunded. */
  paid_cents: number;
  refunded_cents: number;
  pending_cents: number;
  /** The same of what agents recorded, or what was paid at an earlier address of the invoice. */
  elsewhere_cents: number;
  elsewhere_refunded_cents: number;
}

/** What the page says: what was paid and refunded in all, what is due, and whether it can be paid. */
export function payState(
  money: PageMoney,
): Pick<PayPage, 'state' | 'paid_cents' | 'refunded_cents' | 'due_cents'> {
  const { total_cents, pending_cents } = money;
  const received_cents = money.paid_cents + money.elsewhere_cents;
  const refunded_cents = money.refunded_cents + money.elsewhere_refunded_cents;
  const sums = { paid_cents: Math.max(0, received_cents), refunded_cents };
  // Once it was paid in full, a refund makes nothing due again (decision 091).
  if (received_cents >= total_cents) {
    return { state: refunded_cents > 0 ? 'refunded' : 'paid', ...sums, due_cents: 0 };
  }
  const kept_cents = Math.max(0, received_cents - refunded_cents);
  const due_cents = Math.max(0, total_cents - kept_cents - pending_cents);
  if (money.is_cancelled) return { state: 'cancelled', ...sums, due_cents };
  return { state: due_cents === 0 ? 'processing' : 'open', ...sums, due_cents };
}

/** What the built-in page may take in all, and the payments through it at which the invoice is paid for good. */
export function payableCents({
  is_cancelled,
  total_cents,
  elsewhere_cents,
  elsewhere_refunded_cents,
}: PageMoney): { payable_cents: number; settles_cents: number } {
  if (is_cancelled) return { payable_cents: 0, settles_cents: 0 };
  const settles_cents = total_cents - elsewhere_cents;
  return { payable_cents: settles_cents + elsewhere_refunded_cents, settles_cents };
}

export const PAY_MESSAGES = {
  paid: 'Thank you. Your payment was received.',
  partially_paid: 'Thank you. Your partial payment was received.',
  declined: 'The payment was declined. No money was taken.',
  processing: 'Your bank payment is on its way. It can take a little while to arrive.',
} as const;

/** Why nothing can be paid. */
export function closedMessage(state: PayPage['state']): string {
  return CLOSED_MESSAGES[state];
}

const CLOSED_MESSAGES: Record<PayPage['state'], string> = {
  open: 'This invoice was changed meanwhile. Please look at it again.',
  cancelled: 'This invoice was cancelled and can no longer be paid.',
  processing: 'A payment of this invoice is already on its way.',
  paid: 'This invoice is already paid.',
  refunded: 'This invoice was paid and refunded. Nothing is due.',
  preparing: 'The payment page of this invoice is being prepared. Please try again in a moment.',
  not_payable: 'This invoice cannot be paid through this link at the moment.',
};

export function partialMessage(due_cents: number): string {
  return `The amount must be from ${moneyDisplay(1)} to ${moneyDisplay(due_cents)}.`;
}

/** What a visitor meets, by the provider's word for the invoice; a word that nobody knows is left to the provider's page. */
export function outsideState(status: string): PayPage['state'] {
  if (status === 'processing') return 'processing';
  if (status === 'paid') return 'paid';
  if (status === 'partially_refunded' || status === 'refunded') return 'refunded';
  return status === 'cancelled' || status === 'failed' ? 'cancelled' : 'open';
}

/** Whether the page names a sum that is due. */
export function isOwed(state: PayPage['state']): boolean {
  return ['open', 'preparing', 'not_payable'].includes(state);
}

/** How long the clock tries to make a page anew that an edit took away. */
const TRIED_MS = 86_400_000;

/** An invoice without a page that it could be paid at, with the provider that serves now; null where it has one. */
export function pagelessState(
  invoice: { square_invoice_id: string | null; provider: string | null; updated_at: Date },
  { serving, now, refusedAt }: { serving: string; now: Date; refusedAt: Date | null },
): 'preparing' | 'not_payable' | null {
  if (invoice.provider !== null && invoice.provider !== serving) return 'not_payable';
  if (invoice.square_invoice_id !== null) return null;
  // The same asked again is refused again: only an edit, or money, makes it something else.
  if (refusedAt !== null && refusedAt >= invoice.updated_at) return 'not_payable';
  return now.getTime() - invoice.updated_at.getTime() < TRIED_MS ? 'preparing' : 'not_payable';
}

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/** Whether visitors may be led to a provider's page: behind https, or on this machine (tests, the demo). */
export function isSafePage(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && THIS_MACHINE.includes(url.hostname));
}
