import type { SheetColumn } from './sheet-types.ts';

/** Before the name of a group that goes on behind the frozen columns, where it is a header of its own. */
const GOES_ON = '→ ';

/** The group of each column as the sheet's headers tell them apart: cut where the frozen columns end. */
export function headerGroups(
  columns: readonly Pick<SheetColumn, 'group'>[],
  frozenColumns: number,
): string[] {
  const cut = columns[frozenColumns - 1]?.group;
  return columns.map(({ group }, index) =>
    index >= frozenColumns && group === cut ? GOES_ON + group : group,
  );
}

/** The group behind a header, and whether the header says its name: the frozen part does for both. */
export function headerOf(headerGroup: string): { group: string; isNamed: boolean } {
  const isNamed = !headerGroup.startsWith(GOES_ON);
  return { group: isNamed ? headerGroup : headerGroup.slice(GOES_ON.length), isNamed };
}
