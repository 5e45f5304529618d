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
  /** Order of the rows by this column, shown as an arrow. */
  sorted?: 'asc' | 'desc' | undefined;
}

/** One cell as it is drawn; null while its row is loading. */
export interface SheetCell {
  /** What is shown. */
  text: string;
  align?: 'right';
  /** Dimmed, as a mask or a placeholder. */
  isFaint?: boolean;
  /** Colour of a dot before the text. */
  dot?: string | undefined;
  /** A red corner: the last save of this cell failed. */
  hasFailed?: boolean;
  /** When somebody else changed it (performance.now()); the cell lights up once. */
  changedAt?: number | undefined;
}

/** What an editor over a cell gets; it keeps its own text and says when it is done. */
export interface SheetEditorProps {
  col: number;
  row: number;
  /** The character that opened the editor by typing; it replaces the value. */
  typed: string | undefined;
  /** Says what the cell would be saved as if the person left now. */
  onChange: (text: string) => void;
  /** Ends editing and moves the selection; undefined leaves the cell as it is. */
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
  /** Takes the key away from the sheet. */
  consume: () => void;
}

export interface SheetProps {
  label: string;
  columns: readonly SheetColumn[];
  frozenColumns: number;
  rowCount: number;
  cellAt: (col: number, row: number) => SheetCell | null;
  Editor: ComponentType<SheetEditorProps>;
  /** The cell's editor is about to come; rows may move before it does, and while it is open. */
  onOpen: (cell: Point) => void;
  onEdit: (cell: Point, text: string) => void;
  onClear: (range: CellRange) => void;
  onPaste: (range: CellRange, block: Block) => void;
  onFill: (source: CellRange, target: CellRange) => void;
  /** The texts of a range; a promise where rows must be fetched first. */
  copy: (range: CellRange) => Block | Promise<Block>;
  onCopyFailed: (error: unknown) => void;
  onRowClick: (row: number) => void;
  /** The arrow of some columns' cells that opens what their row stands for; null is no such row. */
  arrow?: {
    isOn: (col: number) => boolean;
    labelOf: (row: number) => string | null;
    onOpen: (row: number) => void;
  };
  onSort: (col: number) => void;
  onColumnMenu: (col: number, position: { x: number; y: number }) => void;
  onResize: (col: number, width: number, isDone: boolean) => void;
  onView: (range: CellRange) => void;
  onSelect: (range: CellRange | null, cell: Point | null) => void;
  onKey: (key: SheetKey) => void;
}

/** What a page may tell the sheet to do. */
export interface SheetHandle {
  focus: () => void;
  select: (cell: Point) => void;
  scrollTo: (cell: Partial<Point>, align?: 'start' | 'center') => void;
  /** Where a cell is on the screen, if it is in view. */
  boundsOf: (cell: Point) => { x: number; y: number; width: number; height: number } | undefined;
  /** Where the sheet is on the screen. */
  area: () => { x: number; y: number; width: number; height: number } | undefined;
}
