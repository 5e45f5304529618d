import { parseMoneyCents, phoneDigits, phoneDisplay } from '@ledgerline/contract/rules';

/**
 * '5551234567' → '(555) 123-4567', growing digit by digit; other text stays as typed, including dots, which
 * validation rejects (decisions D10).
 */
export function formatPhone(typed: string): string {
  if (/[^\d\s\-+()]/.test(typed) || typed.trim().startsWith('+')) return typed;
  const digits = phoneDigits(typed);
  if (digits.length === 11 && digits.startsWith('1')) return phoneDisplay(digits);
  if (digits.length > 10 || digits.length < 4) return typed;
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  return line ? `(${area}) ${exchange}-${line}` : `(${area}) ${exchange}`;
}

/** '123456789' → '123-45-6789', growing digit by digit; masks and other text stay as typed. */
export function formatSsn(typed: string): string {
  if (/[^\d\s-]/.test(typed)) return typed;
  const digits = typed.replaceAll(/\D/g, '');
  if (digits.length < 4 || digits.length > 9) return typed;
  return [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter(Boolean).join('-');
}

/** '1234.5' → '1,234.5' with at most two decimals; invalid amounts stay as typed. */
export function formatMoney(typed: string): string {
  const bare = typed.replaceAll(/[$,\s]/g, '');
  if (parseMoneyCents(bare) === null) return typed;
  const [integer = '', fraction] = bare.split('.');
  const grouped = integer.replace(/^0+(?=\d)/, '').replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped || '0'}.${fraction}`;
}
