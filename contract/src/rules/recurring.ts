import { isBlank, lowerWord } from './blank.ts';
import { dayNumber, parseIsoDay } from './calendar.ts';
import { PAYMENT_FREQUENCIES, type RECURRING_FREQUENCIES, type RECURRING_STATUSES } from './constants.ts';
import { divideHalfUp } from './decimal.ts';

export type RecurringFrequency = (typeof RECURRING_FREQUENCIES)[number];
export type RecurringStatus = (typeof RECURRING_STATUSES)[number];

type Word = string | null | undefined;

const UNITS: Record<string, string> = {
  daily: 'days',
  weekly: 'weeks',
  monthly: 'months',
  quarterly: 'quarters',
  yearly: 'years',
};

/** Monthly Value in cents: ACTIVE schedules only, the interval ignored, rounded once at the end (1§9, decisions L2 to L4). */
export function monthlyValueCents(input: {
  schedules: ReadonlyArray<{ status?: Word; amount_cents?: number | null; frequency?: Word }>;
}): number {
  const twelfths = input.schedules
    .filter((schedule) => lowerWord(schedule.status) === 'active')
    .reduce((sum, { amount_cents, frequency }) => {
      return sum + BigInt(Math.trunc(amount_cents ?? 0)) * twelfthsAMonth(frequency);
    }, 0n);
  return Number(divideHalfUp(twelfths, 12n));
}

/** 'monthly', or 'every 2 months' for an interval above 1 (1§2, decisions L1). */
export function recurringFrequencyText(schedule: {
  frequency: Word;
  frequency_interval?: number | null;
}): string {
  const frequency = lowerWord(schedule.frequency);
  const interval = schedule.frequency_interval ?? 1;
  return interval > 1 ? `every ${interval} ${UNITS[frequency] ?? frequency}` : frequency;
}

/** Pause from ACTIVE, resume from PAUSED, cancel always (1§2, decisions L5). */
export function recurringActionAllowed(input: {
  status: Word;
  action: 'pause' | 'resume' | 'cancel';
}): boolean {
  if (input.action === 'cancel') return true;
  return lowerWord(input.status) === (input.action === 'pause' ? 'active' : 'paused');
}

/** '{n} payments made' above zero, else null (1§2): invoices of the schedule that are paid (decisions O4). */
export function recurringPaymentCountText(schedule: { payments_made?: number | null }): string | null {
  const count = schedule.payments_made ?? 0;
  return count > 0 ? `${count} payments made` : null;
}

/**
 * True once all invoices are created or the next one would fall after the end date (decisions L10). This counts the schedule's
 * `invoices_made`, including the first one, whether or not they are paid (decisions O4).
 */
export function recurringCompleted(schedule: {
  payments_made: number;
  recurring_total_payments?: number | null;
  next_payment_date: Word;
  recurring_end_date?: Word;
}): boolean {
  const total = schedule.recurring_total_payments;
  if (total !== null && total !== undefined && schedule.payments_made >= total) return true;
  const next = parseIsoDay(schedule.next_payment_date);
  const end = parseIsoDay(schedule.recurring_end_date);
  return next !== null && end !== null && dayNumber(next) > dayNumber(end);
}

/** The schedule frequency of a template's payment_frequency; null when it is paid once (decisions F17). */
export function recurringFrequencyOf(payment_frequency: Word): RecurringFrequency | null {
  if (isBlank(payment_frequency)) return null;
  return PAYMENT_FREQUENCIES.find(({ value }) => value === lowerWord(payment_frequency))?.frequency ?? null;
}

function twelfthsAMonth(frequency: Word): bigint {
  switch (lowerWord(frequency)) {
    case 'yearly':
      return 1n;
    case 'quarterly':
      return 4n;
    case 'monthly':
      return 12n;
    case 'weekly':
      return 48n;
    default:
      return 360n;
  }
}
