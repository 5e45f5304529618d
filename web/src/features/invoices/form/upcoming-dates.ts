import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { comingRecurringDate, nextRecurringDate, type RecurringFrequency } from '@ledgerline/contract/rules';
import { dayIn } from '../../../domain/today.ts';
import type { InvoiceValues } from './invoice-values.ts';

interface Schedule {
  frequency: RecurringFrequency;
  frequency_interval: number;
  /** The first payment, which is the invoice itself. */
  anchor_date: string;
  end_date: string | null;
  total_payments: number | null;
}

const SHOWN = 5;
const LENGTH_OF_A_DATE = 10;

/** Dates of upcoming invoices, and whether more follow the ones shown. */
export function upcomingDates(schedule: Schedule, today: string): { dates: string[]; hasMore: boolean } {
  const dates: string[] = [];
  let next = comingRecurringDate({ ...schedule, today });
  while (isScheduled(schedule, next, dates.length) && dates.length < SHOWN) {
    dates.push(next);
    next = nextRecurringDate({ ...schedule, after: next });
  }
  return { dates, hasMore: dates.length === SHOWN && isScheduled(schedule, next, dates.length) };
}

/** The invoice itself counts as the first payment (decisions L7, L10). */
function isScheduled({ end_date, total_payments }: Schedule, date: string, count: number): boolean {
  const isWithinEnd = end_date === null || date <= end_date;
  const isWithinCount = total_payments === null || count + 1 < total_payments;
  return isWithinEnd && isWithinCount && date.length === LENGTH_OF_A_DATE;
}

/** The next dates of the schedule in the form; null while its values are invalid. */
export function upcomingOf(
  values: Pick<
    InvoiceValues,
    'frequency' | 'interval' | 'end_date' | 'total_payments' | 'due_date' | 'is_recurring'
  >,
  createdAt: string | null,
  timeZone: string,
): ReturnType<typeof upcomingDates> | null {
  const { frequency, interval, end_date, total_payments, due_date } = values;
  const isCount = (text: string) => /^[1-9]\d{0,4}$/.test(text);
  const isDay = (date: string | null) => date === null || /^\d{4}-\d{2}-\d{2}$/.test(date);
  if (!isCount(interval) || !(total_payments === '' || isCount(total_payments))) return null;
  if (!isDay(end_date) || !isDay(due_date)) return null;
  const createdOn = dayIn(timeZone, createdAt === null ? new Date() : new Date(createdAt));
  return upcomingDates(
    {
      frequency,
      frequency_interval: Number(interval),
      anchor_date: due_date ?? createdOn,
      end_date,
      total_payments: total_payments === '' ? null : Number(total_payments),
    },
    dayIn(timeZone),
  );
}

/** For an existing schedule, the form doesn't know whether it is active or what it has created so far. */
export function startsSchedule(
  values: Pick<InvoiceValues, 'is_recurring'>,
  invoice: Pick<Invoice, 'recurring_payment_id'> | null,
): boolean {
  return values.is_recurring && (invoice === null || invoice.recurring_payment_id === null);
}
