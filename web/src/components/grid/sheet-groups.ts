import type { SheetColumn } from './sheet-types.ts';

/** Prefix of a group name that continues behind the frozen columns, where it is a separate header. */
const CONTINUED = '→ ';

/** The group of each column as the headers distinguish them: split where the frozen columns end. */
export function headerGroups(
  columns: readonly Pick<SheetColumn, 'group'>[],
  frozenColumns: number,
): string[] {
  const cut = columns[frozenColumns - 1]?.group;
  return columns.map(({ group }, index) =>
    index >= frozenColumns && group === cut ? CONTINUED + group : group,
  );
}

/** The group of a header, and whether the header shows its name: the frozen part does for both. */
export function headerOf(headerGroup: string): { group: string; isNamed: boolean } {
  const isNamed = !headerGroup.startsWith(CONTINUED);
  return { group: isNamed ? headerGroup : headerGroup.slice(CONTINUED.length), isNamed };
}
