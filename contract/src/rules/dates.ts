import { isBlank } from './blank.ts';
import {
  addMonths,
  dayNumber,
  dayOfNumber,
  isoText,
  parseIsoDay,
  realDay,
  requireIsoDay,
  twoDigits,
} from './calendar.ts';
import { NEW_CLIENT_AGE_YEARS } from './constants.ts';
import { foldText } from './fold.ts';

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

/** The birth date that the editor of a new client prefills: 25 years ago, February 29 as the 28th (0§9, decisions D4). */
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
  const duration = `${size} ${size === 1 ? 'day' : 'days'}`;
  return days > 0 ? `in ${duration}` : `${duration} ago`;
}

/** 'YYYY-MM-DD' (or the start of an instant) → 'MM/DD/YYYY' (0§2, decisions D19); '' when missing, other text unchanged. */
export function dateDisplay(iso: string | null | undefined): string {
  const day = parseIsoDay(iso);
  if (day === null) return isBlank(iso) ? '' : String(iso);
  return `${twoDigits(day.month)}/${twoDigits(day.day)}/${day.year}`;
}

/** 'YYYY-MM-DD' (or the start of an instant) → 'Jan 5, 2024' (1§9, decisions D19); '' when missing, other text unchanged. */
export function dateShort(iso: string | null | undefined): string {
  const day = parseIsoDay(iso);
  if (day === null) return isBlank(iso) ? '' : String(iso);
  return `${MONTH_NAMES[day.month - 1]} ${day.day}, ${day.year}`;
}

/** True for a real day written exactly 'YYYY-MM-DD'. */
export function isCalendarDate(text: string): boolean {
  return text.length === 10 && parseIsoDay(text) !== null;
}

/** True for a valid instant as JSON or PostgreSQL writes it: no February 30, no hour 25. */
export function isInstant(text: string): boolean {
  const iso = text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
  return isCalendarDate(iso.slice(0, 10)) && iso[10] === 'T' && !Number.isNaN(Date.parse(iso));
}

/** Which of two numbers is the month: `mdy` as in the United States, `dmy` as in most other countries. */
export const DATE_ORDERS = ['mdy', 'dmy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Options for parsing a typed date. */
export interface DateReading {
  /** Today, for years of two digits; without it they are rejected. */
  today?: string;
  /** Births lie in the last hundred years; other dates from 20 years ago to 79 years from now. */
  isBirth?: boolean;
  /** A date without a year is the next such day from `today` on, and 'today' and 'tomorrow' are accepted. */
  isUpcoming?: boolean;
  /** `mdy` unless a file determines the other. */
  order?: DateOrder;
}

/** The longest text that is parsed as a date: 'Wednesday, September 24th, 1980' with a margin for spaces. */
export const LONGEST_DATE = 60;
const YEARS_BACK = 20;
const NUMERIC = /^(\d{1,2})\s?([/.\- ])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})$/;
const YEAR_FIRST = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/;
const DIGITS = /^(?:((?:19|20)\d{2})(\d{2})(\d{2})|(\d{2})(\d{2})((?:19|20)\d{2}))$/;

/**
 * A date as people and other programs write it → 'YYYY-MM-DD'; null when it is not a real day or cannot be parsed. Accepts 5/31/1990,
 * 5-31-90, 5.31.1990, 1990-05-31 (slashes and dots as well), 19900531, 'March 5, 1980', '5-Mar-80' and '5 de marzo de 1980' in English,
 * Spanish and Portuguese.
 */
export function parseDate(text: string | null | undefined, reading: DateReading = {}): string | null {
  const typed = (text ?? '').trim();
  if (typed.length > LONGEST_DATE) return null;
  const date =
    readYearFirst(typed) ?? readNumeric(typed, reading) ?? readDigits(typed) ?? readLong(typed, reading);
  return date ?? (reading.isUpcoming ? readUpcoming(typed, reading) : null);
}

const DAY_AND_MONTH = /^(?:\d{1,2}([/.-])\d{1,2}|[a-z]{3,}[. ]+\d{1,2}|\d{1,2}[. ]*[a-z]{3,})$/;
/** February 29 is missing in up to seven years in a row. */
const YEARS_AHEAD = 8;

/** '12/2', 'Dec 2', 'today', 'tomorrow'. */
function readUpcoming(typed: string, reading: DateReading): string | null {
  const today = parseIsoDay(reading.today);
  if (today === null) return null;
  const folded = foldText(typed);
  if (folded === 'today') return isoText(today);
  if (folded === 'tomorrow') return isoText(dayOfNumber(dayNumber(today) + 1));
  const [text, separator = ' '] = DAY_AND_MONTH.exec(folded) ?? [];
  if (text === undefined) return null;
  const dates = Array.from({ length: YEARS_AHEAD + 1 }, (_, years) =>
    parseDate(`${text}${separator}${today.year + years}`, { order: reading.order ?? 'mdy' }),
  );
  return dates.find((date) => date !== null && date >= isoText(today)) ?? null;
}

/** Days that are often chosen for a next task or follow-up. */
export function upcomingDays(today: string): { label: string; day: string }[] {
  const day = requireIsoDay(today);
  const after = (days: number) => isoText(dayOfNumber(dayNumber(day) + days));
  return [
    { label: 'Tomorrow', day: after(1) },
    { label: '1 week', day: after(7) },
    { label: '1 month', day: isoText(addMonths(day, 1)) },
  ];
}

function readYearFirst(typed: string): string | null {
  const [, year, , month, day] = YEAR_FIRST.exec(typed) ?? [];
  return isoOrNull(Number(year), Number(month), Number(day));
}

function readNumeric(typed: string, reading: DateReading): string | null {
  const [, first, , second, year] = NUMERIC.exec(typed) ?? [];
  const [month, day] = reading.order === 'dmy' ? [second, first] : [first, second];
  return withYear(year, Number(month), Number(day), reading);
}

function readDigits(typed: string): string | null {
  const [, year, month, day, usMonth, usDay, usYear] = DIGITS.exec(typed) ?? [];
  return isoOrNull(Number(year ?? usYear), Number(month ?? usMonth), Number(day ?? usDay));
}

const MONTHS: Readonly<Record<string, string>> = {
  january: 'enero janeiro',
  february: 'febrero fevereiro',
  march: 'marzo marco',
  april: 'abril',
  may: 'mayo maio',
  june: 'junio junho',
  july: 'julio julho',
  august: 'agosto',
  september: 'septiembre setiembre setembro',
  october: 'octubre outubro',
  november: 'noviembre novembro',
  december: 'diciembre dezembro',
};
const MONTH_SPELLINGS = Object.entries(MONTHS).map(([english, others]) => [english, ...others.split(' ')]);

/** The number of a month by its name or its first three letters; 0 for another word. */
function monthOf(word: string): number {
  return word.length < 3
    ? 0
    : MONTH_SPELLINGS.findIndex((names) => names.some((name) => name.startsWith(word))) + 1;
}

const WEEKDAY =
  /^(?:sun|mon|tue|wed|thu|fri|sat|dom|lun|mar|mie|jue|vie|sab|seg|ter|qua|qui|sex)[a-z-]*[.,]*\s+/;
const LONG = [
  /^(?<month>[a-z]+)[., ]+(?<day>\d{1,2})(?:st|nd|rd|th)?,?(?: (?:of|del?))? (?<year>\d{4}|'?\d{2})$/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th|º|o)?[. -]*(?:(?:of|de) )?(?<month>[a-z]+)[.,]?[ -]*(?:(?:of|del?) )?(?<year>\d{4}|'?\d{2})$/,
  /^(?<year>\d{4})[ -](?<month>[a-z]+)[. -]+(?<day>\d{1,2})$/,
];

function readLong(typed: string, reading: DateReading): string | null {
  const folded = foldText(typed);
  for (const text of [folded, folded.replace(WEEKDAY, '')]) {
    for (const form of LONG) {
      const { year, month = '', day } = form.exec(text)?.groups ?? {};
      const number = monthOf(month);
      if (number > 0) return withYear(year?.replace("'", ''), number, Number(day), reading);
    }
  }
  return null;
}

function withYear(
  digits: string | undefined,
  month: number,
  day: number,
  reading: DateReading,
): string | null {
  if (digits === undefined) return null;
  if (digits.length === 4) return isoOrNull(Number(digits), month, day);
  const today = parseIsoDay(reading.today);
  if (today === null) return null;
  const latest = reading.isBirth ? today.year : today.year - YEARS_BACK + 99;
  const year = latest - ((latest - Number(digits)) % 100);
  const date = isoOrNull(year, month, day);
  // A birth later this year means a hundred years ago, not the future; February 29 may exist in only one of the two years.
  const isFuture = reading.isBirth && (date === null || date > isoText(today));
  return isFuture ? isoOrNull(year - 100, month, day) : date;
}

const OLDEST_AGE = 130;

/** Why a day cannot be a birth date: it is in the future, or more than 130 years ago; null when it can. */
export function birthDateError(dob: string, today: string): 'future' | 'too_old' | null {
  if (dob > today) return 'future';
  return dob < isoText(addMonths(requireIsoDay(today), -12 * OLDEST_AGE)) ? 'too_old' : null;
}

/** Validation error for the day of a follow-up, as a predicate; null when valid. */
export function followUpDateError(date: string, today: string): string | null {
  const oldest = isoText(addMonths(requireIsoDay(today), -12 * YEARS_BACK));
  return date < oldest ? `must not be more than ${YEARS_BACK} years ago. Check the year` : null;
}

/** What dates such as 5/31/1990 show about a column: an order, `either` where both fit, `both` where they disagree. */
export const DATE_ORDER_EVIDENCE = [...DATE_ORDERS, 'either', 'both'] as const;
export type DateOrderEvidence = (typeof DATE_ORDER_EVIDENCE)[number];

/** What the texts of one column show about the order of month and day; null without a date of that form. */
export function dateOrderEvidence(texts: Iterable<string>): DateOrderEvidence | null {
  const seen = new Set<DateOrder | 'either'>();
  for (const text of texts) {
    const typed = text.length > LONGEST_DATE ? '' : withoutTime(text.trim());
    const [, first, , second] = NUMERIC.exec(typed) ?? [];
    const [a, b] = [Number(first), Number(second)];
    if (!(a >= 1 && b >= 1 && Math.min(a, b) <= 12 && Math.max(a, b) <= 31)) continue;
    if (a > 12) seen.add('dmy');
    else if (b > 12) seen.add('mdy');
    else if (a !== b) seen.add('either');
  }
  if (seen.has('mdy') && seen.has('dmy')) return 'both';
  return [...seen].find((order) => order !== 'either') ?? (seen.size > 0 ? 'either' : null);
}

/** The order of a file's dates, from its columns; `unclear` where a person must choose. */
export function fileDateOrder(evidence: readonly (DateOrderEvidence | null)[]): DateOrder | 'unclear' {
  const seen = new Set(evidence.filter((item) => item !== null));
  if (seen.has('both') || (seen.has('mdy') && seen.has('dmy'))) return 'unclear';
  if (seen.has('dmy')) return 'dmy';
  return seen.has('either') && !seen.has('mdy') ? 'unclear' : 'mdy';
}

/** A date without the time of day that other programs append. */
export function withoutTime(text: string): string {
  return text.length > LONGEST_DATE ? text : text.replace(/[T ]\d{1,2}:\d{2}.*$/, '');
}

/** Days of 1990 to 2089 by their number in a spreadsheet, for cells that are not formatted as dates. */
const DAY_NUMBER = /^(?:3[3-9]|[4-6]\d)\d{3}$/;

/** '46143' as '2026-05-01'; null for any other text. */
export const spreadsheetDay = (text: string): string | null =>
  DAY_NUMBER.test(text) ? isoText(dayOfNumber(dayNumber(requireIsoDay('1899-12-30')) + Number(text))) : null;

/** True for what programs write instead of a date: 0/0/00, 0000-00-00, and vCard's --05-31, which has no year. */
export function isEmptyDate(text: string): boolean {
  const typed = withoutTime(text.trim());
  return /^[-/. 0]*$/.test(typed) || /^--\d{1,2}-?\d{1,2}$/.test(typed);
}

function isoOrNull(year: number, month: number, day: number): string | null {
  const real = realDay({ year, month, day });
  return real === null ? null : isoText(real);
}
