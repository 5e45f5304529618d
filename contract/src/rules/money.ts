import { multiplyHalfUp, parseDecimal } from './decimal.ts';

const USD = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Typed dollars ('$1,234.50', '12.5') → cents; null for anything else: signs, letters, a third decimal (1§5). */
export function parseMoneyCents(text: string | null | undefined): number | null {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d{0,2}))?$/.exec((text ?? '').trim());
  if (match === null) return null;
  const integer = (match[1] ?? '').replaceAll(',', '');
  const fraction = match[2] ?? '';
  if (integer === '' && fraction === '') return null;
  const cents = Number(`${integer}${fraction.padEnd(2, '0')}`);
  return Number.isSafeInteger(cents) ? cents : null;
}

/** The same with an optional leading minus sign, for the price of a credit or discount. */
export function parseSignedMoneyCents(text: string | null | undefined): number | null {
  const typed = (text ?? '').trim();
  if (!/^[-−–]/.test(typed)) return parseMoneyCents(typed);
  const cents = parseMoneyCents(typed.slice(1));
  return cents === null ? null : 0 - cents;
}

/** Cents → dollars with at most two decimals (decisions F8). */
export function centsToDollars(cents: number): number {
  return cents / 100;
}

/** Dollars → cents, a third decimal rounded half up (decisions F8, K13). Throws RangeError when it is not a number. */
export function dollarsToCents(dollars: number | string): number {
  const decimal = parseDecimal(dollars);
  if (decimal === null) throw new RangeError('Not an amount of dollars');
  return multiplyHalfUp(decimal, { units: 100n, scale: 0 });
}

/** Cents → '$1,234.50' (1§9: USD, en-US). */
export function moneyDisplay(cents: number): string {
  return USD.format(cents / 100);
}
