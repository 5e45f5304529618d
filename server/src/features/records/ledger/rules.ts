/**
 * Characters with which a spreadsheet starts a formula (OWASP CSV injection); East Asian versions also accept
 * the full-width forms.
 */
export const FORMULA_START = /^[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/;

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

/** One CSV line with its line ending. */
export function csvRow(values: readonly (string | number | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/** The ranks of the values of one sort key by client, null without a value. */
export interface RankedKey {
  ranks: ReadonlyMap<number, number | null>;
  direction: 'asc' | 'desc';
}

/** Ids by the ranks of their values, then by id in the last direction; those without a value are last in both directions. */
export function orderByRanks(ids: readonly number[], keys: readonly RankedKey[]): number[] {
  const last = keys.at(-1)?.direction === 'desc' ? -1 : 1;
  const ranked = ids.map((id) => ({
    id,
    at: keys.map(({ ranks, direction }) => {
      const rank = ranks.get(id) ?? null;
      return rank === null ? Number.POSITIVE_INFINITY : direction === 'asc' ? rank : -rank;
    }),
  }));
  ranked.sort((one, other) => {
    for (let n = 0; n < keys.length; n++) {
      const [rank = 0, otherRank = 0] = [one.at[n], other.at[n]];
      if (rank !== otherRank) return rank < otherRank ? -1 : 1;
    }
    return last * (one.id - other.id);
  });
  return ranked.map(({ id }) => id);
}
