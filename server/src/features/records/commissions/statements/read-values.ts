import { parseDate, spreadsheetDay } from '@ledgerline/contract/rules';
import { multiplyHalfUp, parseDecimal } from '@ledgerline/contract/rules/decimal';

// The cells of a carrier's statement, as carriers write them (decision 132).

export const currencyIn = /[€£¥₹]|\b(?:EUR|GBP|CAD|AUD|MXN|BRL|JPY|CHF)\b|\b(?:C|CA|A|AU|MX|R)\$/;

const AMOUNT = /^(?:\$(?=\())?(\()?(-)?\$?(-)?((?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d{0,12})?)(-)?(\))?$/;
const LONGEST_AMOUNT = 15;

/**
 * Cents of an amount as carriers write it: '$1,234.50', '(12.00)', '$(12.00)', '12.00-', '-'. More than two decimals are rounded to the cent,
 * halves away from zero. Null for anything else, such as other currencies and decimal commas.
 */
export function readAmount(text: string): number | null {
  const bare = text.replaceAll(/\s|USD|US(?=\$)/gi, '').replaceAll(/[\u2212\u2013\u2014]/g, '-');
  if (/^\$?-+$/.test(bare)) return 0;
  const [, open, before, inside, digits = '', after, close] = AMOUNT.exec(bare) ?? [];
  const decimal = digits.length > LONGEST_AMOUNT + 12 ? null : parseDecimal(digits.replaceAll(',', ''));
  if (decimal === null || (open === undefined) !== (close === undefined)) return null;
  const signs = [open, before, inside, after].filter((sign) => sign !== undefined).length;
  const cents = multiplyHalfUp(decimal, { units: 100n, scale: 0 });
  if (signs > 1 || !Number.isSafeInteger(cents) || cents > 1e13) return null;
  return signs === 1 && cents !== 0 ? -cents : cents;
}

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october'],
  ...['november', 'december'],
];
/** 'May', 'Sept', 'september': 1 to 12, else 0. */
const monthNumber = (name: string): number =>
  MONTHS.findIndex((month) => name === month || name === month.slice(0, 3) || name === month.slice(0, 4)) + 1;

export function readDay(text: string): string | null {
  const typed = text.trim();
  return spreadsheetDay(typed) ?? parseDate(typed);
}

/** A line may pay for months up to three years before its statement and one year after it. */
const MONTHS_BEFORE = 36;
const MONTHS_AFTER = 12;

/**
 * 'YYYY-MM' of '05/2026', '2026-5', '202605', 'May 2026', 'May-26', '5/1/26' or a date; null for anything else, and for a month far
 * from that of the statement: it is something else, such as a day without its year.
 */
export function readPeriod(text: string, statementMonth?: string): string | null {
  const period = monthIn(text.trim());
  if (period === null || statementMonth === undefined) return period;
  const ahead = countMonths(period) - countMonths(statementMonth);
  return ahead > MONTHS_AFTER || ahead < -MONTHS_BEFORE ? null : period;
}

const countMonths = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5));

function monthIn(typed: string): string | null {
  const [, year, digits] =
    /^(20\d\d)(?:[-/. ]?(0[1-9]|1[0-2])|[-/. ]([1-9]))$/.exec(typed)?.filter(Boolean) ?? [];
  if (year && digits) return `${year}-${digits.padStart(2, '0')}`;
  const [, first = '', second = ''] = /^(\d{1,2}|[a-z]{3,9})\.?[-/., ]+(20\d\d|\d{2})$/i.exec(typed) ?? [];
  const position = /^\d/.test(first) ? Number(first) : monthNumber(first.toLowerCase());
  if (second !== '' && position >= 1 && position <= 12)
    return `${second.length === 2 ? `20${second}` : second}-${String(position).padStart(2, '0')}`;
  const [, month, day, ending] = /^(\d{1,2})[-/](\d{1,2})[-/](\d{2})$/.exec(typed) ?? [];
  return readDay(ending ? `${month}/${day}/20${ending}` : typed)?.slice(0, 7) ?? null;
}
