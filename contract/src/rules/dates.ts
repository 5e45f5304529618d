import { isBlank } from './blank.ts';
import { addMonths, dayNumber, isoText, parseIsoDay, realDay, requireIsoDay, twoDigits } from './calendar.ts';
import { NEW_CLIENT_AGE_YEARS } from './constants.ts';

const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Full years on today's date, counting up on the birthday (decisions D22); null without a birth date or before it. */
export function ageOn({ dob, today }: { dob: string | null | undefined; today: string }): number | null {
  const birth = parseIsoDay(dob);
  const now = parseIsoDay(today);
  if (birth === null || now === null) return null;
  const birthdayPassed = now.month * 100 + now.day >= birth.month * 100 + birth.day;
  const age = now.year - birth.year - (birthdayPassed ? 0 : 1);
  return age >= 0 ? age : null;
}

/** The birth date that the editor of a new client prefills: 25 years ago, 29 February as the 28th (0§9, decisions D4). */
export function newClientDefaultDob({ today }: { today: string }): string {
  return isoText(addMonths(requireIsoDay(today), -12 * NEW_CLIENT_AGE_YEARS));
}

/** 'in 3 days', '1 day ago' or 'today' (0§2, decisions D20); null without a date. */
export function followUpText(input: { date: string | null | undefined; today: string }): string | null {
  const date = parseIsoDay(input.date);
  const today = parseIsoDay(input.today);
  if (date === null || today === null) return null;
  const days = dayNumber(date) - dayNumber(today);
  if (days === 0) return 'today';
  const size = Math.abs(days);
  const words = `${size} ${size === 1 ? 'day' : 'days'}`;
  return days > 0 ? `in ${words}` : `${words} ago`;
}

/** 'YYYY-MM-DD' (or an instant's head) → 'MM/DD/YYYY' (0§2, decisions D19); '' when missing, other text unchanged. */
export function dateDisplay(iso: string | null | undefined): string {
  const day = parseIsoDay(iso);
  if (day === null) return isBlank(iso) ? '' : String(iso);
  return `${twoDigits(day.month)}/${twoDigits(day.day)}/${day.year}`;
}

/** 'YYYY-MM-DD' (or an instant's head) → 'Jan 5, 2024' (1§9, decisions D19); '' when missing, other text unchanged. */
export function dateShort(iso: string | null | undefined): string {
  const day = parseIsoDay(iso);
  if (day === null) return isBlank(iso) ? '' : String(iso);
  return `${MONTH_NAMES[day.month - 1]} ${day.day}, ${day.year}`;
}

/**
 * A typed date (MM/DD/YYYY, M/D/YY, M-D-YYYY or YYYY-MM-DD) → 'YYYY-MM-DD'; null when it is no real day.
 * Two-digit years: 00 to 29 are 2000 to 2029, 30 to 99 are 1930 to 1999.
 */
export function parseUsDate(text: string | null | undefined): string | null {
  const typed = (text ?? '').trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso !== null) return isoOrNull(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const us = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(typed);
  if (us === null) return null;
  return isoOrNull(fullYear(us[4] ?? ''), Number(us[1]), Number(us[3]));
}

/** True for a real day written exactly 'YYYY-MM-DD'. */
export function isCalendarDate(text: string): boolean {
  return text.length === 10 && parseIsoDay(text) !== null;
}

/** True for an instant that exists, as JSON or PostgreSQL writes it: no 30 February, no 25 o'clock. */
export function isInstant(text: string): boolean {
  const iso = text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
  return isCalendarDate(iso.slice(0, 10)) && iso[10] === 'T' && !Number.isNaN(Date.parse(iso));
}

function isoOrNull(year: number, month: number, day: number): string | null {
  const real = realDay({ year, month, day });
  return real === null ? null : isoText(real);
}

function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year < 30 ? 2000 + year : 1900 + year;
}
