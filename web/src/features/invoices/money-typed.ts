import { parseMoneyCents } from '@ledgerline/contract/rules';

/** Filters typed money input: digits and the first decimal point (1§5). */
export function moneyTyped(text: string): string {
  const digits = text.replaceAll(/[^\d.]/g, '');
  const point = digits.indexOf('.');
  return point < 0 ? digits : digits.slice(0, point + 1) + digits.slice(point + 1).replaceAll('.', '');
}

/** The same for a price that may be a credit: a leading minus sign is allowed. */
export function signedMoneyTyped(text: string): string {
  return `${/^\s*[-−–]/.test(text) ? '-' : ''}${moneyTyped(text)}`;
}

/** Cents formatted for a money input: '1234.50'. */
export function moneyToType(cents: number): string {
  return (cents / 100).toFixed(2);
}

export const WRONG_AMOUNT = 'Please enter a valid amount';

/** A positive number of cents; null otherwise. */
export function centsAboveZero(text: string): number | null {
  const cents = parseMoneyCents(text);
  return cents === null || cents <= 0 ? null : cents;
}
