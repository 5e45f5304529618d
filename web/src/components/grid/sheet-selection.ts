import { CompactSelection, type GridSelection } from '@glideapps/glide-data-grid';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Point, SheetProps } from './sheet-types.ts';

const NOTHING: GridSelection = { columns: CompactSelection.empty(), rows: CompactSelection.empty() };

export interface SheetSelection {
  current: GridSelection;
  set: (selection: GridSelection) => void;
  select: (cell: Point) => void;
}

/** The selected cell and range, reported to the page. */
export function useSheetSelection(onSelect: SheetProps['onSelect']): SheetSelection {
  const [current, setCurrent] = useState(NOTHING);
  const latestOnSelect = useRef(onSelect);
  latestOnSelect.current = onSelect;
  const set = useCallback((selection: GridSelection) => {
    setCurrent(selection);
    const chosen = selection.current;
    latestOnSelect.current(chosen ? chosen.range : null, cellOf(selection));
  }, []);
  const select = useCallback(
    ({ col, row }: Point) =>
      set({
        ...NOTHING,
        current: { cell: [col, row], range: { x: col, y: row, width: 1, height: 1 }, rangeStack: [] },
      }),
    [set],
  );
  return useMemo(() => ({ current, set, select }), [current, set, select]);
}

/** The selected cell; null where there is none. */
export function cellOf({ current }: GridSelection): Point | null {
  return current ? { col: current.cell[0], row: current.cell[1] } : null;
}

/**
 * The selected cell has the focus as an element of the screen reader table. When rows are removed that element may go
 * too: the sheet takes the focus first and passes it to the selected cell's new element.
 */
export function useRetainedFocus(box: RefObject<HTMLElement | null>, rowCount: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever rows are added or removed
  useLayoutEffect(() => {
    const canvas = box.current?.querySelector('canvas');
    if (canvas?.querySelector(':focus')) canvas.focus({ preventScroll: true });
  }, [box, rowCount]);
}
