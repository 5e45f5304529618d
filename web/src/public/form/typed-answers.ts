import { dateDisplay, isCalendarDate, parseDate } from '@ledgerline/contract/rules';
import type { QuestionKind } from '@ledgerline/contract/web-forms/definition';
import { formatMoney, formatPhone, formatSsn } from '../../components/ui/typed-formats.ts';

/** '05311990' → '05/31/1990', formatted digit by digit; complete dates in other notations as MM/DD/YYYY. */
function formatDate(typed: string): string {
  const text = typed.trim();
  if (isCalendarDate(text)) return dateDisplay(text);
  if (!/^\d{3,8}$/.test(text) && !/^\d{2}\/\d{3,6}$/.test(text)) return typed;
  const digits = text.replaceAll('/', '');
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/');
}

/** '331561234' → '33156-1234'. */
function formatZip(typed: string): string {
  const digits = typed.replaceAll(/[\s-]/g, '');
  return /^\d{6,9}$/.test(digits) ? `${digits.slice(0, 5)}-${digits.slice(5)}` : typed;
}

/** '0110 0001-5' → '011000015'. */
function digitsOnly(typed: string): string {
  return /^[\d\s-]+$/.test(typed) ? typed.replaceAll(/\D/g, '') : typed;
}

const FORMATS: Partial<Record<QuestionKind, (typed: string) => string>> = {
  phone: formatPhone,
  ssn: formatSsn,
  money: formatMoney,
  date: formatDate,
  zip: formatZip,
  routing: digitsOnly,
  account: digitsOnly,
};

/** An answer in display format; text that cannot be parsed stays as typed. */
export function formatTyped(kind: QuestionKind, typed: string): string {
  return FORMATS[kind]?.(typed) ?? typed;
}

/** A complete answer: a date in any notation as MM/DD/YYYY, so that the visitor sees how it was parsed. */
export function formatEntered(kind: QuestionKind, entered: string, today: string): string {
  const date = kind === 'date' ? parseDate(entered, { today, isBirth: true }) : null;
  return date === null ? formatTyped(kind, entered) : dateDisplay(date);
}
