/** How a numeric cell is displayed, as far as an import needs to know. */
export type NumberFormat =
  | { kind: 'general' }
  | { kind: 'date' }
  | { kind: 'percent' }
  | { kind: 'digits'; pattern: string };

const GENERAL: NumberFormat = { kind: 'general' };
/** Formats that every spreadsheet has without declaring them (ECMA-376 18.8.30). */
const BUILT_IN_DATES = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54,
  55, 56, 57, 58,
]);
const DAY_MS = 86_400_000;

/** Parses a format's id and, if the file declares one, its code. */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    if (BUILT_IN_DATES.has(id)) return { kind: 'date' };
    return id === 9 || id === 10 ? { kind: 'percent' } : GENERAL;
  }
  const bare = (code.split(';')[0] ?? '').replace(/"[^"]*"|\[[^[\]]*\]|_./g, '');
  const pattern = bare.replaceAll('\\', '');
  if (/^[0\-() ]*$/.test(pattern) && (pattern.match(/0/g)?.length ?? 0) > 1)
    return { kind: 'digits', pattern };
  if (/[dmyh]/i.test(bare.replace(/\\./g, '').replace(/general/gi, ''))) return { kind: 'date' };
  return bare.includes('%') ? { kind: 'percent' } : GENERAL;
}

/** A stored number as a person would type it: dates as YYYY-MM-DD, identifiers with their leading zeros. */
export function numberText(stored: string, format: NumberFormat, is1904: boolean): string {
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value)) return stored;
  if (format.kind === 'date') return dateText(value, is1904) ?? plainNumber(value);
  if (format.kind === 'percent') return `${plainNumber(value * 100)}%`;
  if (format.kind === 'digits' && Number.isInteger(value) && value >= 0)
    return digitsText(value, format.pattern);
  return plainNumber(value);
}

/** An Excel day number; a time of day alone is not a date. Day 60 is the nonexistent February 29, 1900. */
function dateText(serial: number, is1904: boolean): string | null {
  const day = Math.floor(serial) + (is1904 ? 1462 : 0);
  if (day < 1 || day > 2_958_465) return null;
  const epoch = day < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30);
  return new Date(epoch + day * DAY_MS).toISOString().slice(0, 10);
}

/** `000-00-0000` shows 12345678 as 012-34-5678. */
function digitsText(value: number, pattern: string): string {
  const places = pattern.match(/0/g)?.length ?? 0;
  const digits = plainNumber(value).padStart(places, '0');
  const extra = digits.slice(0, digits.length - places);
  let next = extra.length;
  return extra + pattern.replace(/0/g, () => digits.charAt(next++));
}

/** Without exponent, and without the noise of binary fractions: 15 digits, as a spreadsheet displays. */
export function plainNumber(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString();
  const rounded = Number(value.toPrecision(15));
  const text = String(rounded);
  if (!text.includes('e')) return text;
  return rounded.toFixed(20).replace(/\.?0+$/, '');
}
