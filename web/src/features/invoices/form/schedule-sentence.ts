import { dateShort, moneyDisplay, type RecurringFrequency } from '@ledgerline/contract/rules';

interface Plan {
  /** The invoice is created now; false for an existing invoice. */
  is_new: boolean;
  total_cents: number;
  /** The due date of the invoice, if in the future. */
  due: string | null;
  frequency: RecurringFrequency;
  frequency_interval: number;
  end_date: string | null;
  /** Includes the invoice itself; null for unlimited. */
  total_payments: number | null;
  /** The date of the next invoice; null if none follows. */
  next: string | null;
}

const UNITS: Record<RecurringFrequency, string> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  QUARTERLY: 'quarter',
  YEARLY: 'year',
};

/**
 * Describes the schedule that saving a recurring invoice starts: "$267.50 now, then every year until cancelled; next invoice on
 * Nov 22, 2027".
 */
export function scheduleSentence(plan: Plan): string {
  const { is_new, total_cents, due, frequency, frequency_interval: interval, next } = plan;
  const when = due === null ? (is_new ? ' now' : '') : ` due ${dateShort(due)}`;
  const first = `${moneyDisplay(total_cents)}${when}`;
  if (next === null) return `${first}, with no further payments`;
  const unit = UNITS[frequency];
  const repeat = interval > 1 ? `every ${interval} ${unit}s` : `every ${unit}`;
  return `${first}, then ${repeat} ${until(plan)}; next invoice on ${dateShort(next)}`;
}

function until({ end_date, total_payments }: Plan): string {
  const count = total_payments === null ? null : `${total_payments} payments in total`;
  const end = end_date === null ? null : `until ${dateShort(end_date)}`;
  if (count === null) return end ?? 'until cancelled';
  return end === null ? `until ${count}` : `${end} or ${count}`;
}
