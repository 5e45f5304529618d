import { moneyDisplay } from '@ledgerline/contract/rules';

/** What a decision needs of a transaction. */
export interface Money {
  kind: string;
  payment_status: string;
  /** Cents, above zero whichever way it went. */
  amount: number;
  refund_of?: number | null;
}

export interface Sums {
  /** Received and kept; below zero never. */
  kept_cents: number;
  /** Whether anything was ever received. */
  is_touched: boolean;
  refunded_cents: number;
  /** On its way: a bank transfer that has not arrived. */
  pending_cents: number;
}

/** Sums of an invoice, always from all of its transactions. */
export function sumsOf(transactions: readonly Money[]): Sums {
  const sum = (kind: string, status: string) =>
    transactions
      .filter((one) => one.kind === kind && one.payment_status === status)
      .reduce((cents, { amount }) => cents + amount, 0);
  const received = sum('payment', 'completed');
  const refunded_cents = sum('refund', 'completed');
  return {
    kept_cents: Math.max(0, received - refunded_cents),
    is_touched: received > 0,
    refunded_cents,
    pending_cents: sum('payment', 'pending'),
  };
}

/**
 * The status that follows from the money. Void stays void whatever comes in; what was given back is owed again, and an
 * invoice without money is what it was before: sent, or a draft.
 */
export function statusFromMoney(
  invoice: { status: string; total_cents: number; sent_at: Date | null },
  { kept_cents, pending_cents }: Sums,
): string {
  if (invoice.status === 'void') return 'void';
  if (kept_cents > 0) return kept_cents >= invoice.total_cents ? 'paid' : 'partially_paid';
  if (pending_cents > 0) return 'pending';
  return invoice.sent_at ? 'sent' : 'draft';
}

/** What may still be recorded: money on its way counts as if it were there. */
export function owedCents(invoice: { total_cents: number }, { kept_cents, pending_cents }: Sums): number {
  return Math.max(0, invoice.total_cents - kept_cents - pending_cents);
}

/** What of a payment was not given back yet. */
export function refundableCents(payment: { id: number; amount: number }, all: readonly Money[]): number {
  const given = all.filter((one) => one.refund_of === payment.id && one.payment_status !== 'failed');
  return Math.max(0, payment.amount - given.reduce((sum, { amount }) => sum + amount, 0));
}

/** Why an agent cannot record a payment; null when nothing stands against it. */
export function paymentRefusal(
  invoice: { status: string; total_cents: number },
  sums: Sums,
  amount_cents: number,
): { code: 'wrong_state' | 'validation_failed'; message: string } | null {
  if (invoice.status === 'void') {
    return { code: 'wrong_state', message: 'This invoice is void. No payment can be recorded on it.' };
  }
  const owed = owedCents(invoice, sums);
  if (owed === 0) {
    const message =
      sums.pending_cents > 0
        ? 'A payment of the whole rest is already on its way.'
        : 'This invoice is already paid.';
    return { code: 'wrong_state', message };
  }
  if (amount_cents <= owed) return null;
  const message = `The payment must not be more than what is still owed: ${moneyDisplay(owed)}.`;
  return { code: 'validation_failed', message };
}

/** A payment's status only ever goes forward: what has arrived or failed stays so, whatever is told later. */
export function nextPaymentStatus(stored: string, told: string): string {
  return stored === 'pending' ? told : stored;
}
