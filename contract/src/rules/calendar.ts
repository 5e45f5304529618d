/** A day of the Gregorian calendar; month 1 to 12. No time, no time zone. */
export type Day = { year: number; month: number; day: number };

const OLDEST_YEAR = 1000;
const DAYS_OF_ERA = 146_097;

/** Parses 'YYYY-MM-DD', also at the start of an instant; null when it is not a real day. */
export function parseIsoDay(text: string | null | undefined): Day | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T ])/.exec((text ?? '').trim());
  if (match === null) return null;
  return realDay({ year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) });
}

/** As parseIsoDay; throws RangeError when the text is not a real day. */
export function requireIsoDay(text: string | null | undefined): Day {
  const day = parseIsoDay(text);
  if (day === null) throw new RangeError('Not a calendar date (YYYY-MM-DD)');
  return day;
}

/** The day itself if it exists in the calendar (year 1000 to 9999), else null. */
export function realDay(day: Day): Day | null {
  const known = day.year >= OLDEST_YEAR && day.year <= 9999 && day.month >= 1 && day.month <= 12;
  return known && day.day >= 1 && day.day <= daysInMonth(day.year, day.month) ? day : null;
}

/** A day as 'YYYY-MM-DD'. */
export function isoText(day: Day): string {
  return `${String(day.year).padStart(4, '0')}-${twoDigits(day.month)}-${twoDigits(day.day)}`;
}

/** A number as at least two digits: 5 → '05'. */
export function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** Length of a month in days; month 1 to 12. */
function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** The day a number of months later (or earlier); in a shorter month, its last day (decisions L12). */
export function addMonths(from: Day, months: number): Day {
  const index = from.year * 12 + (from.month - 1) + months;
  const year = Math.floor(index / 12);
  const month = index - year * 12 + 1;
  return { year, month, day: Math.min(from.day, daysInMonth(year, month)) };
}

// The year starts in March, so that the leap day is its last day; an era is 400 years.

/** Days since March 1 of year 0, for differences between days. */
export function dayNumber({ year, month, day }: Day): number {
  const marchYear = month > 2 ? year : year - 1;
  const monthsSinceMarch = (month + 9) % 12;
  const dayOfYear = Math.floor((153 * monthsSinceMarch + 2) / 5) + day - 1;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leapDays + dayOfYear;
}

/** The inverse of dayNumber. */
export function dayOfNumber(number: number): Day {
  const era = Math.floor(number / DAYS_OF_ERA);
  const dayOfEra = number - era * DAYS_OF_ERA;
  const leapsBefore =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapsBefore) / 365);
  const yearStart = 365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  const dayOfYear = dayOfEra - yearStart;
  const monthsSinceMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthsSinceMarch + 2) / 5) + 1;
  const month = monthsSinceMarch < 10 ? monthsSinceMarch + 3 : monthsSinceMarch - 9;
  return { year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day };
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
