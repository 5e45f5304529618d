import { filled, type Language, writtenDay } from '../languages.ts';
import type { RecurringFrequency } from '../rules/recurring.ts';
import { RECURRING_MESSAGES } from './text.ts';

/** What clients read about an active schedule; days 'YYYY-MM-DD'. */
export interface ActiveSchedule {
  frequency: RecurringFrequency;
  frequency_interval: number;
  next_payment_date: string;
  end_date: string | null;
  total_payments: number | null;
}

/** 'This invoice repeats every 2 months. The next invoice is due on January 5, 2027. It repeats until June 5, 2027.' */
export function recurringSentence(language: Language, schedule: ActiveSchedule): string {
  const { frequency, frequency_interval: count, next_payment_date, end_date, total_payments } = schedule;
  const { repeats, until, count: total, intervals } = RECURRING_MESSAGES[language];
  const interval = filled(intervals[frequency][count > 1 ? 1 : 0], { count });
  return [
    filled(repeats, { interval, date: writtenDay(language, next_payment_date) }),
    end_date !== null && filled(until, { date: writtenDay(language, end_date) }),
    total_payments !== null && filled(total, { count: total_payments }),
  ]
    .filter(Boolean)
    .join(' ');
}
