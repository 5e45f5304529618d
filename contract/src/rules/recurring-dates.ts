import { lowerWord } from './blank.ts';
import { addMonths, type Day, dayNumber, dayOfNumber, isoText, requireIsoDay } from './calendar.ts';
import { DEFAULT_RECURRING_FREQUENCY, DEFAULT_RECURRING_INTERVAL } from './constants.ts';

type RepeatUnit = { unit: 'day' | 'month'; size: number };

/**
 * The first date of a schedule strictly after a day; the anchor is its first date (1§9, decisions L9, L12). Every date is counted
 * from the anchor, so January 31 is followed by February 28 and then March 31. Dates 'YYYY-MM-DD'. Throws RangeError on an unknown
 * frequency, interval or date: a wrong guess would charge a client.
 */
export function nextRecurringDate(schedule: {
  frequency?: string | null;
  frequency_interval?: number | null;
  anchor_date: string;
  after: string;
}): string {
  const anchor = requireIsoDay(schedule.anchor_date);
  const after = requireIsoDay(schedule.after);
  const { unit, size } = repeatUnitOf(schedule.frequency);
  const step = size * intervalOf(schedule.frequency_interval);
  const next = unit === 'day' ? nextByDays(anchor, after, step) : nextByMonths(anchor, after, step);
  return isoText(next);
}

/**
 * The next date of a schedule whose first date, the anchor, already has its invoice: never before today, since dates before a schedule
 * started, or while it was paused, are not caught up (decisions L7, L9).
 */
export function comingRecurringDate(schedule: {
  frequency?: string | null;
  frequency_interval?: number | null;
  anchor_date: string;
  today: string;
}): string {
  const yesterday = isoText(dayOfNumber(dayNumber(requireIsoDay(schedule.today)) - 1));
  const after = schedule.anchor_date > yesterday ? schedule.anchor_date : yesterday;
  return nextRecurringDate({ ...schedule, after });
}

function intervalOf(interval: number | null | undefined): number {
  const integer = Math.trunc(interval ?? DEFAULT_RECURRING_INTERVAL);
  if (!Number.isFinite(integer)) throw new RangeError('Not a recurring interval');
  return Math.max(1, integer);
}

function repeatUnitOf(frequency: string | null | undefined): RepeatUnit {
  switch (lowerWord(frequency ?? DEFAULT_RECURRING_FREQUENCY)) {
    case 'daily':
      return { unit: 'day', size: 1 };
    case 'weekly':
      return { unit: 'day', size: 7 };
    case 'monthly':
      return { unit: 'month', size: 1 };
    case 'quarterly':
      return { unit: 'month', size: 3 };
    case 'yearly':
      return { unit: 'month', size: 12 };
    default:
      throw new RangeError('Not a recurring frequency');
  }
}

function nextByDays(anchor: Day, after: Day, step: number): Day {
  const passed = dayNumber(after) - dayNumber(anchor);
  const steps = passed < 0 ? 0 : Math.floor(passed / step) + 1;
  return dayOfNumber(dayNumber(anchor) + steps * step);
}

function nextByMonths(anchor: Day, after: Day, step: number): Day {
  const passed = (after.year - anchor.year) * 12 + after.month - anchor.month;
  // The date in the month of `after` may be before or after it, so the search starts there.
  let steps = Math.max(0, Math.floor(passed / step));
  while (dayNumber(addMonths(anchor, steps * step)) <= dayNumber(after)) steps += 1;
  return addMonths(anchor, steps * step);
}
