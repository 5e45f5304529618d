import type { GridMouseEventArgs } from '@glideapps/glide-data-grid';
import { IconArrowUpRight } from '@tabler/icons-react';
import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import styles from './row-arrow.module.css';
import type { Point, SheetProps } from './sheet-types.ts';

const SIZE = 24;
const GAP = 4;

/**
 * What the sheet passes to its row arrows; separate from its own state, which would redraw all cells on every pointer
 * move.
 */
export interface RowArrowsHandle {
  hover: (event: GridMouseEventArgs) => void;
  /** Cells have moved on the screen. */
  moved: () => void;
}

interface RowArrowsProps {
  ref: Ref<RowArrowsHandle>;
  arrow: NonNullable<SheetProps['arrow']>;
  selected: Point | null;
  frozenColumns: number;
  /** Height of all header rows together. */
  headerHeight: number;
  boundsOf: (cell: Point) => { x: number; y: number; width: number; height: number } | undefined;
  box: RefObject<HTMLElement | null>;
}

/** The arrow shown on hover and selection of a cell: it opens the row's record. */
export function RowArrows({ ref, arrow, selected, ...rest }: RowArrowsProps) {
  const [hovered, setHovered] = useState<Point | null>(null);
  const [moves, setMoves] = useState(0);
  const isOnArrow = useRef(false);
  useImperativeHandle(
    ref,
    () => ({
      hover({ kind, location: [col, row] }) {
        // The pointer is on the arrow, not on a cell, but still belongs to this cell.
        if (isOnArrow.current) return;
        setHovered(kind === 'cell' && col >= 0 ? { col, row } : null);
      },
      moved() {
        setHovered(null);
        setMoves((count) => count + 1);
      },
    }),
    [],
  );
  const onLeave = () => {
    isOnArrow.current = false;
    // The sheet reports the cell again if the pointer returned to it.
    setHovered(null);
  };
  const isSame = hovered?.col === selected?.col && hovered?.row === selected?.row;
  const cells = [selected, isSame ? null : hovered];
  return cells.map((cell, index) => {
    const label = cell && arrow.isOn(cell.col) ? arrow.labelOf(cell.row) : null;
    if (cell === null || label === null) return null;
    const props = { cell, label, moves, isOnArrow, onOpen: () => arrow.onOpen(cell.row), onLeave };
    return <Arrow key={index === 0 ? 'selected' : 'hovered'} {...props} {...rest} />;
  });
}

interface ArrowProps extends Pick<RowArrowsProps, 'frozenColumns' | 'headerHeight' | 'boundsOf' | 'box'> {
  cell: Point;
  moves: number;
  isOnArrow: RefObject<boolean>;
  label: string;
  onOpen: () => void;
  onLeave: () => void;
}

function Arrow({ cell: { col, row }, label, moves, boundsOf, box, ...rest }: ArrowProps) {
  const { frozenColumns, headerHeight, isOnArrow, onOpen, onLeave } = rest;
  const [position, setPosition] = useState<{ left: number; top: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sheet has moved
  useLayoutEffect(() => {
    const area = box.current?.getBoundingClientRect();
    const bounds = boundsOf({ col, row });
    if (!area || !bounds) return setPosition(null);
    const left = bounds.x + bounds.width - SIZE - GAP - area.left;
    const top = bounds.y + (bounds.height - SIZE) / 2 - area.top;
    // Cells scroll beneath the headers and frozen columns; row numbers are column -1.
    const frozen = col < frozenColumns ? undefined : boundsOf({ col: frozenColumns - 1, row });
    const start = frozen ? frozen.x + frozen.width - area.left : 0;
    const isIn = left >= start && left + SIZE < area.width && top >= headerHeight && top + SIZE < area.height;
    setPosition(isIn ? { left, top } : null);
  }, [col, row, moves, frozenColumns, headerHeight, boundsOf, box]);
  useLayoutEffect(
    () => () => {
      isOnArrow.current = false;
    },
    [isOnArrow],
  );
  if (!position) return null;
  return (
    <button
      type="button"
      // The sheet is one tab stop; its own shortcut for this is Ctrl+Enter.
      tabIndex={-1}
      className={styles.arrow}
      style={position}
      aria-label={label}
      title={label}
      onPointerEnter={() => {
        isOnArrow.current = true;
      }}
      onPointerLeave={onLeave}
      // The selected cell keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
    >
      <IconArrowUpRight size={16} aria-hidden />
    </button>
  );
}
