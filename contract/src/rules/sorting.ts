import { isBlank } from './blank.ts';

const TEXT = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/**
 * Orders two cell texts for Array.sort: digits compare as numbers, empty values come last in both directions
 * (1§9, decisions K15, K16). Pass dates as 'YYYY-MM-DD'; thousands separators are ignored.
 */
export function compareForSort(input: { a: unknown; b: unknown; direction: 'asc' | 'desc' }): number {
  const { a, b, direction } = input;
  if (isBlank(a) || isBlank(b)) return Number(isBlank(a)) - Number(isBlank(b));
  const ascending = TEXT.compare(withoutThousands(a), withoutThousands(b));
  return direction === 'asc' ? ascending : -ascending;
}

function withoutThousands(value: unknown): string {
  return String(value).replaceAll(/(\d),(?=\d{3})/g, '$1');
}
