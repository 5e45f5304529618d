import { addMonths, isoText, requireIsoDay } from './calendar.ts';
import { addDays } from './reminders.ts';

// Periods of reports (decision 133). Days and months are those of the brokerage.

export const REPORT_NAMES = ['money', 'forms', 'clients', 'policies', 'team'] as const;
export type ReportName = (typeof REPORT_NAMES)[number];

export const REPORT_PERIOD_LABELS = {
  last_12_months: 'Last 12 months',
  this_month: 'This month',
  last_month: 'Last month',
  this_year: 'This year',
  last_year: 'Last year',
} as const satisfies Record<string, string>;
export type ReportPeriod = keyof typeof REPORT_PERIOD_LABELS;
export const REPORT_PERIODS = [
  'last_12_months',
  'this_month',
  'last_month',
  'this_year',
  'last_year',
] as const satisfies readonly ReportPeriod[];

/** The first and last day of whole months. */
export interface DayRange {
  from: string;
  to: string;
}

/** A part of a period. */
export interface ReportSpan extends DayRange {
  /** 'Nov 2026' for a month, 'Nov 5' for a day. */
  label: string;
}

/** The days of a period; one that has not ended extends to the end of the current month. */
export function reportDays(period: ReportPeriod, today: string): DayRange {
  const { year, month } = requireIsoDay(today);
  const months = (first: number, last: number): DayRange => ({
    from: monthAt(today, first).from,
    to: monthAt(today, last).to,
  });
  if (period === 'last_12_months') return months(-11, 0);
  if (period === 'this_month') return months(0, 0);
  if (period === 'last_month') return months(-1, -1);
  if (period === 'this_year') return months(1 - month, 0);
  return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
}

/** The given number of months, starting with the month of a day. */
export function monthsFrom(day: string, count: number): ReportSpan[] {
  return Array.from({ length: count }, (_, at) => monthAt(day, at));
}

/** The months of a period, in order. */
export function monthsOf({ from, to }: DayRange): ReportSpan[] {
  const [first, last] = [requireIsoDay(from), requireIsoDay(to)];
  return monthsFrom(from, (last.year - first.year) * 12 + last.month - first.month + 1);
}

/** The days of a period, in order. */
export function daysOf({ from, to }: DayRange): ReportSpan[] {
  const days: ReportSpan[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const { month, day: number } = requireIsoDay(day);
    days.push({ label: `${NAMES[month - 1]} ${number}`, from: day, to: day });
  }
  return days;
}

const NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function monthAt(day: string, months: number): ReportSpan {
  const { year, month } = requireIsoDay(day);
  const first = addMonths({ year, month, day: 1 }, months);
  const last = addMonths({ ...first, day: 31 }, 0);
  return { label: `${NAMES[first.month - 1]} ${first.year}`, from: isoText(first), to: isoText(last) };
}
