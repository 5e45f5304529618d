import type { ErrorCode } from '@ledgerline/contract/errors';
import {
  moneyDisplay,
  PAYMENT_PROCESSING,
  paymentProcessing,
  settledCents,
  type TransactionKind,
} from '@ledgerline/contract/rules';

/** The fields of a transaction that the rules need. */
export interface Money {
  kind: string;
  payment_status: string;
  /** In cents, positive in both directions. */
  amount: number;
  refund_of?: number | null;
  id?: number;
  /** The provider of the payment; null for what an agent recorded. */
  provider?: string | null;
}

/** With the time at which it happened. */
export interface DatedMoney extends Money {
  /**
   * When it reached its status, as its provider reports it; null for what an agent recorded, which counts from
   * `created_at`.
   */
  provider_at?: Date | null;
  created_at: Date;
}

export interface Sums {
  /** Received and kept; never below zero. */
  kept_cents: number;
  /** Received, ignoring refunds. What was returned (reversals) was never received. */
  received_cents: number;
  /**
   * The highest amount kept at one time since the total last changed or the balance was reopened. Once it reaches the total
   * the invoice is paid, whatever is refunded later.
   */
  settled_cents: number;
  /** Whether anything was ever received. */
  is_touched: boolean;
  refunded_cents: number;
  /** Pending: bank transfers that have not arrived. */
  pending_cents: number;
  /** The same without what an outside provider processes: its invoice keeps its status. */
  waiting_cents: number;
}

/** The names of the providers whose payments are made on a page of this portal. */
export type OwnPages = ReadonlySet<string>;

/** What is pending and has not arrived. */
export function pendingCents(transactions: readonly Money[]): number {
  return centsOf(pendingPayments(transactions));
}

function pendingPayments(transactions: readonly Money[]): Money[] {
  return transactions.filter(
    ({ kind, payment_status }) => kind === 'payment' && payment_status === 'pending',
  );
}

/**
 * The sums of an invoice, always computed from all of its transactions. They depend on when each happened and never on the
 * order in which the portal learned of them.
 */
export function sumsOf(
  transactions: readonly DatedMoney[],
  ownPages: OwnPages,
  { total_changed_at }: { total_changed_at: Date | null },
): Sums {
  const completed = (kind: string) =>
    transactions.filter((one) => one.kind === kind && one.payment_status === 'completed');
  const payments = completed('payment');
  const arrived = new Set(payments.map(({ id }) => id));
  // A payment that failed afterwards no longer counts, and what was recorded as returned of it is not subtracted twice.
  const returned = completed('reversal').filter(({ refund_of }) => arrived.has(refund_of ?? 0));
  const received_cents = Math.max(0, centsOf(payments) - centsOf(returned));
  const refunds = completed('refund');
  const refunded_cents = centsOf(refunds);
  const movements = [
    ...payments.map((one) => ({
      at: happenedAt(one),
      cents: one.amount - centsOf(returned.filter(({ refund_of }) => refund_of === one.id)),
    })),
    ...refunds.map((one) => ({ at: happenedAt(one), cents: -one.amount })),
  ];
  const pending = pendingPayments(transactions);
  return {
    kept_cents: Math.max(0, received_cents - refunded_cents),
    received_cents,
    settled_cents: settledCents(movements, total_changed_at),
    is_touched: payments.length > 0,
    refunded_cents,
    pending_cents: centsOf(pending),
    waiting_cents: centsOf(pending.filter((one) => !isProviderPayment(one, ownPages))),
  };
}

/**
 * When a balance is reopened now: not before anything recorded, because a provider's clock may be ahead and its refund would
 * then count as later than the reopening.
 */
export function reopeningTime(transactions: readonly DatedMoney[], now: Date): Date {
  return new Date(Math.max(now.getTime(), ...transactions.map((one) => happenedAt(one).getTime())));
}

function happenedAt({ provider_at, created_at }: DatedMoney): Date {
  return provider_at ?? created_at;
}

function centsOf(transactions: readonly Pick<Money, 'amount'>[]): number {
  return transactions.reduce((cents, { amount }) => cents + amount, 0);
}

/** A payment that an outside provider charged. */
function isProviderPayment({ kind, provider }: Money, ownPages: OwnPages): boolean {
  return kind === 'payment' && provider != null && !ownPages.has(provider);
}

/**
 * The status that follows from the payments. Void stays void whatever is received. A paid invoice stays paid after a
 * refund, and is due again when a payment is returned or an agent reopens the balance (decision 091). A part payment of an
 * invoice that was never paid in full is due again either way; an invoice without money returns to its status from before:
 * sent, or a draft.
 */
export function statusFromMoney(
  invoice: { status: string; total_cents: number; sent_at: Date | null },
  { kept_cents, settled_cents, waiting_cents }: Sums,
): string {
  if (invoice.status === 'void') return 'void';
  // With nothing to pay, it is paid when it is sent (decision 092).
  if (invoice.total_cents === 0 && kept_cents === 0) return invoice.sent_at ? 'paid' : 'draft';
  if (settled_cents >= invoice.total_cents) return 'paid';
  if (kept_cents > 0) return 'partially_paid';
  if (waiting_cents > 0) return 'pending';
  return invoice.sent_at ? 'sent' : 'draft';
}

/** What may still be recorded: pending money counts as received. */
export function outstandingCents(invoice: { total_cents: number }, sums: Sums): number {
  const { kept_cents, settled_cents, pending_cents } = sums;
  if (settled_cents >= invoice.total_cents) return 0;
  return Math.max(0, invoice.total_cents - kept_cents - pending_cents);
}

/**
 * Whether only the provider can refund a payment and reports it itself; a refund recorded by hand would count twice
 * (decision 022). No one reports what a former provider charged.
 */
export function isRefundedAtProvider(
  { kind, provider }: Money,
  serving: { name: string; hasOwnPage: boolean },
): boolean {
  return kind === 'payment' && provider === serving.name && !serving.hasOwnPage;
}

/** Why an agent cannot record a payment; null when they can. */
export function paymentError(
  invoice: { status: string; total_cents: number; provider_status: string | null },
  sums: Sums,
  amount_cents: number,
): { code: ErrorCode; message: string } | null {
  if (invoice.status === 'void') {
    return { code: 'wrong_state', message: 'This invoice is void. No payment can be recorded on it.' };
  }
  if (paymentProcessing(invoice)) return { code: 'payment_processing', message: PAYMENT_PROCESSING };
  const outstanding = outstandingCents(invoice, sums);
  if (invoice.total_cents === 0) {
    return {
      code: 'wrong_state',
      message: 'Nothing is due on this invoice. No payment can be recorded on it.',
    };
  }
  if (outstanding === 0) {
    const message =
      sums.pending_cents > 0
        ? 'A payment of the full balance is already pending.'
        : 'This invoice is already paid.';
    return { code: 'wrong_state', message };
  }
  if (amount_cents <= outstanding) return null;
  const message = `The payment can’t exceed the balance due: ${moneyDisplay(outstanding)}.`;
  return { code: 'validation_failed', message };
}

const FORWARD = ['pending', 'completed', 'failed'];

/**
 * A payment's status only moves forward. A payment that arrived can still fail (a returned bank transfer), and is due
 * again.
 */
export function nextPaymentStatus(stored: string, reported: string): string {
  return FORWARD.indexOf(reported) > FORWARD.indexOf(stored) ? reported : stored;
}

const NEXT: Readonly<Record<string, readonly string[]>> = {
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['refunded'],
  refunded: [],
  cancelled: [],
  failed: [],
};

/** Whether the provider's status of an invoice may follow another: a final status can only change to a refund. */
export function providerStatusFollows(stored: string | null, reported: string): boolean {
  if (stored === null) return true;
  return stored !== reported && (NEXT[stored]?.includes(reported) ?? true);
}

/** Whether a provider update is older than the one that was applied last: updates can arrive in either order. */
export function isOlderUpdate(reported: number | null, stored: number | null): boolean {
  return reported !== null && stored !== null && reported < stored;
}

/** The provider accepts no more payments on it, and no agent has voided it. */
export function isStopped(status: string): boolean {
  return status === 'cancelled' || status === 'failed';
}

/** The agent's refund that equals a provider's: of the same payment and amount, and not matched yet (decision 022). */
export function refundToAdopt<Row extends Money & { recorded_by: number | null }>(
  refund: { refund_of: number; amount: number; status: string },
  all: readonly Row[],
): Row | undefined {
  if (refund.status === 'failed') return undefined;
  return all.find(
    (one) =>
      one.kind === 'refund' &&
      one.refund_of === refund.refund_of &&
      one.amount === refund.amount &&
      one.payment_status === 'completed' &&
      one.provider == null,
  );
}

const DUPLICATE_MS = 10 * 60_000;

/**
 * Money of the same kind and amount on the invoice within the last ten minutes, from any source: a new entry is likely the
 * same money. Failed money does not count.
 */
export function likelyRepeatOf<Row extends DatedMoney>(
  money: { kind: TransactionKind; amount: number; now: Date },
  all: readonly Row[],
): Row | undefined {
  return all.findLast(
    (one) =>
      one.kind === money.kind &&
      one.amount === money.amount &&
      one.payment_status !== 'failed' &&
      money.now.getTime() - one.created_at.getTime() < DUPLICATE_MS,
  );
}
