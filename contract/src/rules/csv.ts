/**
 * Characters with which a spreadsheet starts a formula (OWASP CSV injection); East Asian versions also accept
 * the full-width forms. A negative amount in dollars is a number.
 */
export const FORMULA_START = /^(?!-\d+\.\d\d$)[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/;

/**
 * One CSV cell: formulas are neutralized with a leading apostrophe. Quoted if RFC 4180 requires it, or if a
 * spreadsheet that separates cells with semicolons or tabs would start a new cell inside the text.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** An amount in dollars, '' without one. */
export const csvDollars = (cents: number | null): string => (cents === null ? '' : (cents / 100).toFixed(2));

/** The first line of a CSV file, by which spreadsheets recognize UTF-8. */
export const csvHeader = (names: readonly string[]): string => `\uFEFF${csvRow(names)}`;

/** One CSV line with its line ending. */
export function csvRow(values: readonly (string | number | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
