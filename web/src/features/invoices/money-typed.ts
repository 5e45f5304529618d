import { parseMoneyCents } from '@ledgerline/contract/rules';

/** What a money box keeps of what is typed: digits and the first decimal point (1§5). */
export function moneyTyped(text: string): string {
  const digits = text.replaceAll(/[^\d.]/g, '');
  const point = digits.indexOf('.');
  return point < 0 ? digits : digits.slice(0, point + 1) + digits.slice(point + 1).replaceAll('.', '');
}

/** The same for a price that may be a credit: a minus sign first is kept. */
export function signedMoneyTyped(text: string): string {
  return `${/^\s*[-−–]/.test(text) ? '-' : ''}${moneyTyped(text)}`;
}

/** Cents as they stand in a money box: '1234.50'. */
export function moneyToType(cents: number): string {
  return (cents / 100).toFixed(2);
}

export const WRONG_AMOUNT = 'Please enter a valid amount';

/** Cents above zero; null for anything else. */
export function centsAboveZero(text: string): number | null {
  const cents = parseMoneyCents(text);
  return cents === null || cents <= 0 ? null : cents;
}
