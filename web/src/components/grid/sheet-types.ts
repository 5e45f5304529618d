import type { ComponentType } from 'react';
import type { Block } from './clipboard.ts';

/** A rectangle of cells; `x` counts columns and `y` rows from 0. */
export interface CellRange {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface SheetColumn {
  id: string;
  title: string;
  width: number;
  group: string;
  /** Set if rows are sorted by this column: an arrow, and its number among several sort columns. */
  sorted?: { direction: 'asc' | 'desc'; position?: number } | undefined;
}

/** One rendered cell; null while its row is loading. */
export interface SheetCell {
  /** The displayed text. */
  text: string;
  align?: 'right';
  /** Dimmed, like a mask or a placeholder. */
  isFaint?: boolean;
  /** Color of a dot before the text. */
  dot?: string | undefined;
  /** A red corner: the last save of this cell failed. */
  hasFailed?: boolean;
  /** When another agent changed it (performance.now()); the cell is highlighted once. */
  changedAt?: number | undefined;
}

/** Props of a cell editor; it holds its own text and reports when it is done. */
export interface SheetEditorProps {
  col: number;
  row: number;
  /** The character that opened the editor by typing; it replaces the value. */
  typed: string | undefined;
  /** Reports the value that would be saved if the user left now. */
  onChange: (text: string) => void;
  /** Ends editing and moves the selection; undefined leaves the cell unchanged. */
  finish: (text: string | undefined, move?: readonly [-1 | 0 | 1, -1 | 0 | 1]) => void;
}

export interface Point {
  col: number;
  row: number;
}

export interface SheetKey {
  key: string;
  code: string;
  isPrimary: boolean;
  shift: boolean;
  alt: boolean;
  at: Point | null;
  /** Stops the key from reaching the sheet. */
  consume: () => void;
}

export interface SheetProps {
  label: string;
  columns: readonly SheetColumn[];
  frozenColumns: number;
  rowCount: number;
  cellAt: (col: number, row: number) => SheetCell | null;
  Editor: ComponentType<SheetEditorProps>;
  /** The cell's editor is about to open; rows may move before it does, and while it is open. */
  onOpen: (cell: Point) => void;
  onEdit: (cell: Point, text: string) => void;
  onClear: (range: CellRange) => void;
  onPaste: (range: CellRange, block: Block) => void;
  onFill: (source: CellRange, target: CellRange) => void;
  /** The text of a range; a promise where rows must be fetched first. */
  copy: (range: CellRange) => Block | Promise<Block>;
  /** The same text, and a function that clears these cells even if their rows have moved. */
  cut: (range: CellRange) => { copied: Block | Promise<Block>; clear: () => void };
  onCopyFailed: (error: unknown) => void;
  onRowClick: (row: number) => void;
  /** The arrow in cells of some columns that opens the row's record; null where there is none. */
  arrow?: {
    isOn: (col: number) => boolean;
    labelOf: (row: number) => string | null;
    onOpen: (row: number) => void;
  };
  /** `isAdded`: the column is added to the current order (with Shift). */
  onSort: (col: number, isAdded: boolean) => void;
  onColumnMenu: (col: number, position: { x: number; y: number }) => void;
  onResize: (col: number, width: number, isDone: boolean) => void;
  onView: (range: CellRange) => void;
  onSelect: (range: CellRange | null, cell: Point | null) => void;
  onKey: (key: SheetKey) => void;
}

/** Commands the page can send to the sheet. */
export interface SheetHandle {
  focus: () => void;
  select: (cell: Point) => void;
  scrollTo: (cell: Partial<Point>, align?: 'start' | 'center') => void;
  /** Position of a cell on the screen, if visible. */
  boundsOf: (cell: Point) => { x: number; y: number; width: number; height: number } | undefined;
  /** Position of the sheet on the screen. */
  area: () => { x: number; y: number; width: number; height: number } | undefined;
}
