// The order of a list by several columns. URLs and the API have the first as `sort` and `direction`, and further ones as
// `then_by`. No schema library, because URLs are read in the first bundle.

export interface SortKey<Sort extends string = string> {
  sort: Sort;
  direction: 'asc' | 'desc';
}

/** An order as URLs and the API have it. */
export interface Sorting<Sort extends string = string> extends SortKey<Sort> {
  /** Further columns, such as '-updated_at,name': '-' is descending. */
  then_by?: string | undefined;
}

export const MAX_SORT_KEYS = 3;

/** The columns of a `then_by`, which may be unknown. */
export function readThenBy(text: string | undefined): SortKey[] {
  if (!text) return [];
  return text
    .split(',')
    .map((part) =>
      part.startsWith('-') ? { sort: part.slice(1), direction: 'desc' } : { sort: part, direction: 'asc' },
    );
}

/** The keys of an order, the first one first. Unknown and repeated columns, and those beyond three, are omitted. */
export function sortKeys<Sort extends string>(
  { sort, direction, then_by }: Sorting<Sort>,
  known: readonly Sort[],
): SortKey<Sort>[] {
  const keys: SortKey<Sort>[] = [{ sort, direction }];
  for (const further of readThenBy(then_by)) {
    const name = known.find((each) => each === further.sort);
    if (name !== undefined && keys.length < MAX_SORT_KEYS && !keys.some((key) => key.sort === name))
      keys.push({ sort: name, direction: further.direction });
  }
  return keys;
}

/** The order by these keys; `first` is used without any. */
export function sortingOf<Sort extends string>(
  keys: readonly SortKey<Sort>[],
  first: SortKey<Sort>,
): Sorting<Sort> {
  const [{ sort, direction } = first, ...further] = keys;
  const then_by = further.map((key) => (key.direction === 'desc' ? `-${key.sort}` : key.sort)).join(',');
  return { sort, direction, then_by: then_by || undefined };
}

/** Only the known columns of a `then_by` in a URL; undefined without any. */
export function knownThenBy<Sort extends string>(
  text: unknown,
  sort: Sort,
  known: readonly Sort[],
): string | undefined {
  if (typeof text !== 'string') return undefined;
  const keys = sortKeys({ sort, direction: 'asc', then_by: text }, known);
  return sortingOf(keys, { sort, direction: 'asc' }).then_by;
}

/** Adds a key to an order, changes its direction, or, if `direction` is null, removes it. Beyond three, the last one is replaced. */
export function withKey<Sort extends string>(
  keys: readonly SortKey<Sort>[],
  sort: Sort,
  direction: 'asc' | 'desc' | null,
): SortKey<Sort>[] {
  if (direction === null) return keys.filter((key) => key.sort !== sort);
  const at = keys.findIndex((key) => key.sort === sort);
  if (at !== -1) return keys.toSpliced(at, 1, { sort, direction });
  return [...keys.slice(0, MAX_SORT_KEYS - 1), { sort, direction }];
}

/** Shift+click on a column: ascending, then descending, then removed. A single key only changes its direction. */
export function withNextKey<Sort extends string>(
  keys: readonly SortKey<Sort>[],
  sort: Sort,
): SortKey<Sort>[] {
  const current = keys.find((key) => key.sort === sort)?.direction;
  if (current === undefined || (current === 'desc' && keys.length === 1)) return withKey(keys, sort, 'asc');
  return withKey(keys, sort, current === 'asc' ? 'desc' : null);
}
