import { isBlank, lowerWord } from './blank.ts';
import { dayNumber, isoText, parseIsoDay } from './calendar.ts';
import { INVOICE_STATUSES, type PaymentState } from './constants.ts';
import { dateShort } from './dates.ts';
import { divideHalfUp } from './decimal.ts';
import { foldText } from './fold.ts';

type Status = string | null | undefined;

/** Due before today and still draft, sent or partially paid (1§4, decisions K4, K5). Dates 'YYYY-MM-DD'. */
export function invoiceOverdue(invoice: {
  due_date: string | null | undefined;
  status: Status;
  today: string;
}): boolean {
  const due = parseIsoDay(invoice.due_date);
  const today = parseIsoDay(invoice.today);
  if (due === null || today === null) return false;
  return (
    ['sent', 'partially_paid', 'draft'].includes(lowerWord(invoice.status)) && isoText(due) < isoText(today)
  );
}

/** How much is paid, in integer percent 0 to 100; a partial payment without an amount counts as 50 (1§4, decisions K2, K3). */
export function invoiceProgress(invoice: {
  status: Status;
  total_cents?: number | null;
  paid_amount_cents?: number | null;
}): number {
  const status = lowerWord(invoice.status);
  if (status === 'paid') return 100;
  const total = Math.trunc(invoice.total_cents ?? 0);
  if (status !== 'partially_paid' || !(total > 0)) return 0;
  if (invoice.paid_amount_cents === null || invoice.paid_amount_cents === undefined) return 50;
  const paid = Math.max(0, Math.trunc(invoice.paid_amount_cents));
  return Math.min(100, Number(divideHalfUp(BigInt(paid) * 100n, BigInt(total))));
}

/** Paid and void invoices can be neither sent, edited nor voided; all others can (1§4, decisions K1). */
export function invoiceActionAllowed(input: { status: Status; action: 'send' | 'edit' | 'void' }): boolean {
  const status = lowerWord(input.status);
  return status !== 'paid' && status !== 'void';
}

/** How an invoice's money is shown: its status, or how far a paid one was refunded. A refund makes nothing due again. */
export function invoicePaymentState(invoice: {
  status: Status;
  paid_amount_cents?: number | null;
  refunded_cents?: number | null;
}): PaymentState {
  const status = INVOICE_STATUSES.find((known) => known === lowerWord(invoice.status)) ?? 'pending';
  if (status !== 'paid' || !((invoice.refunded_cents ?? 0) > 0)) return status;
  return (invoice.paid_amount_cents ?? 0) > 0 ? 'partially_refunded' : 'refunded';
}

/** What is still due of an invoice, in cents: zero once it is paid or void. */
export function outstandingCents(invoice: {
  status: Status;
  total_cents: number;
  paid_amount_cents?: number | null;
}): number {
  if (['paid', 'void'].includes(lowerWord(invoice.status))) return 0;
  return Math.max(0, invoice.total_cents - (invoice.paid_amount_cents ?? 0));
}

/** What reopening the balance of a paid and refunded invoice makes due; zero where there is nothing to reopen (decision 091). */
export function centsToReopen(invoice: {
  status: Status;
  total_cents: number;
  paid_amount_cents?: number | null;
  refunded_cents?: number | null;
}): number {
  if (lowerWord(invoice.status) !== 'paid' || !((invoice.refunded_cents ?? 0) > 0)) return 0;
  return Math.max(0, invoice.total_cents - (invoice.paid_amount_cents ?? 0));
}

/** The display name of an invoice: its number, or its id until it is first sent (decisions K22). */
export function invoiceReference(invoice: { id: number; external_ref: string | null }): string {
  return invoice.external_ref || String(invoice.id);
}

/** The file name of its PDF; one without a number is a draft. */
export function invoiceFileName(invoice: { id: number; external_ref: string | null }): string {
  return `${invoice.external_ref || `draft-${invoice.id}`}.pdf`;
}

/** Whether the Pending Payment toggle shows an invoice: sent or partially paid (1§2, decisions K1). */
export function invoiceInPendingPayment({ status }: { status: Status }): boolean {
  return ['sent', 'partially_paid'].includes(lowerWord(status));
}

/**
 * Days until an invoice that the client owes is due, below zero once it is overdue; null where nothing is owed, while a payment is in
 * progress, and without a due date. Unlike `invoiceOverdue`, drafts do not count: no one has been asked to pay them. Dates 'YYYY-MM-DD'.
 */
export function invoiceDueInDays(invoice: {
  due_date: string | null | undefined;
  status: Status;
  provider_status: Status;
  today: string;
}): number | null {
  const due = parseIsoDay(invoice.due_date);
  const today = parseIsoDay(invoice.today);
  if (due === null || today === null) return null;
  if (!invoiceInPendingPayment(invoice) || paymentProcessing(invoice)) return null;
  return dayNumber(due) - dayNumber(today);
}

/** Sending and payment links need an email or a phone (1§5). */
export function invoiceHasContact(invoice: { email?: string | null; phone?: string | null }): boolean {
  return !isBlank(invoice.email) || !isBlank(invoice.phone);
}

/** Search over external_ref, title, full_name and email, without regard to case or accents; an empty query matches (1§9). */
export function invoiceSearchMatches(input: {
  query: string | null | undefined;
  invoice: {
    external_ref?: string | null;
    title?: string | null;
    full_name?: string | null;
    email?: string | null;
  };
}): boolean {
  const query = foldText(input.query ?? '');
  const { external_ref, title, full_name, email } = input.invoice;
  return [external_ref, title, full_name, email].some((text) => foldText(text ?? '').includes(query));
}

/**
 * The status after sending: a partially paid invoice stays partially paid (1§4, decisions K6), and one whose credits leave nothing to pay is
 * paid at once (decision 092).
 */
export function statusAfterSend(invoice: {
  status: Status;
  total_cents: number;
}): 'sent' | 'partially_paid' | 'paid' {
  if (invoice.total_cents === 0) return 'paid';
  return lowerWord(invoice.status) === 'partially_paid' ? 'partially_paid' : 'sent';
}

/** A payment is in progress at the provider (a bank transfer takes days): nothing is changed or cancelled in the meantime. */
export function paymentProcessing({
  status,
  provider_status,
}: {
  status: Status;
  provider_status: Status;
}): boolean {
  return invoiceActionAllowed({ status, action: 'edit' }) && lowerWord(provider_status) === 'processing';
}

/** Why a payment of this day cannot be recorded; null where it can. Days 'YYYY-MM-DD'; `created` is the invoice's day at the brokerage. */
export function paymentDateError(
  day: string,
  { created, today }: { created: string; today: string },
): string | null {
  if (day > today) return 'The payment date must not be in the future.';
  const year = created.slice(0, 4);
  return day.slice(0, 4) < year
    ? `The payment date must be in ${year} or later: the invoice was created on ${dateShort(created)}. Check the year.`
    : null;
}

export const PAYMENT_PROCESSING =
  'A payment of this invoice is being processed. It can be changed, voided or paid in another way once that payment has arrived or failed.';

/** For payments with `refund_at_provider`: why no refund can be recorded manually. */
export const REFUND_AT_PROVIDER =
  'Payments made through the payment provider must be refunded there; the refund then appears here automatically.';

/** `processing`: a payment is in progress (a bank transfer takes days); nothing can be changed or cancelled in the meantime. */
export const PROVIDER_INVOICE_STATUSES = [
  'draft',
  'unpaid',
  'processing',
  'partially_paid',
  'paid',
  'partially_refunded',
  'refunded',
  'cancelled',
  'failed',
] as const;

/** Any other status of a provider is stored and reported, never interpreted. */
export function isKnownProviderStatus(status: string): boolean {
  return PROVIDER_INVOICE_STATUSES.some((known) => known === status);
}

/** The note that agents see about the provider's own status of an invoice; null when the invoice status is enough. */
export function providerNote({
  status,
  provider_status,
}: {
  status: Status;
  provider_status: Status;
}): string | null {
  const word = lowerWord(provider_status);
  if (word === '') return null;
  if (word === 'failed') return 'The payment provider stopped this invoice.';
  if (word === 'cancelled') return 'This invoice was cancelled at the payment provider.';
  if (paymentProcessing({ status, provider_status })) return PAYMENT_PROCESSING;
  return isKnownProviderStatus(word)
    ? null
    : `The payment provider reports the status “${String(provider_status)}” for this invoice, which this portal does not recognize.`;
}

/** The part of a payment that has not been refunded; zero for one that has not arrived. */
export function refundableCents(
  payment: { id: number; amount: number; payment_status: string },
  all: ReadonlyArray<{ refund_of?: number | null; amount: number; payment_status: string }>,
): number {
  if (payment.payment_status !== 'completed') return 0;
  const refunds = all.filter((one) => one.refund_of === payment.id && one.payment_status !== 'failed');
  return Math.max(0, payment.amount - refunds.reduce((sum, { amount }) => sum + amount, 0));
}

/** Money that was received (above zero) or refunded (below zero), in cents, and when. */
export interface Movement {
  cents: number;
  at: Date;
}

/**
 * The highest balance that an invoice has had since its total was last changed or its balance was reopened. The order in which movements
 * arrive does not matter: they are sorted by time, and at the same instant payments count before refunds. Returned payments were never
 * received and are excluded. Once the balance has reached the total, a refund makes nothing due again (decision 091).
 */
export function settledCents(movements: readonly Movement[], total_changed_at: Date | null = null): number {
  const since = total_changed_at?.getTime() ?? Number.NEGATIVE_INFINITY;
  const inOrder = [...movements].sort((a, b) => a.at.getTime() - b.at.getTime() || b.cents - a.cents);
  let balance = 0;
  let highest = 0;
  for (const { cents, at } of inOrder) {
    balance += cents;
    highest = at.getTime() > since ? Math.max(highest, balance) : Math.max(0, balance);
  }
  return highest;
}
