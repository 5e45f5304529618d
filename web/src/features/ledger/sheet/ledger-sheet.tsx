import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import { useElementSize, useReducedMotion } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { lazy, type Ref, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { DataSheet } from '../../../components/grid/data-sheet.tsx';
import type { CellRange, Point, SheetHandle, SheetKey } from '../../../components/grid/sheet-types.ts';
import { notifyError, notifyProgress } from '../../../components/ui/notify.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { CellEditor } from '../cells/cell-editor.tsx';
import { FailedCellNote } from '../cells/failed-cell-note.tsx';
import styles from '../ledger-page.module.css';
import type { LedgerSession } from '../store/ledger-session.ts';
import { LedgerContext } from '../use-ledger-scope.ts';
import { ColumnMenu, type ColumnMenuPosition } from './column-menu.tsx';
import { columnsInView } from './columns-in-view.ts';
import { frozenCount } from './frozen-columns.ts';
import { sheetCell } from './ledger-cells.ts';
import {
  alsoSortedBy,
  NAME_COLUMNS,
  nextOrder,
  sheetColumns,
  sortedOnlyBy,
  sortOfField,
} from './ledger-columns.ts';
import type { useColumnLayout } from './use-column-layout.ts';

const SelectionFooter = lazy(async () => ({
  default: (await import('../footer/selection-footer.tsx')).SelectionFooter,
}));

interface LedgerSheetProps {
  session: LedgerSession;
  version: number;
  view: LedgerView;
  layout: ReturnType<typeof useColumnLayout>;
  sheetRef: Ref<SheetHandle>;
  sheet: { current: SheetHandle | null };
  onView: (change: Partial<LedgerView>) => void;
  onOpenClient: (id: number) => void;
}

/** The sheet: the session's rows in the visible columns. */
export function LedgerSheet(props: LedgerSheetProps) {
  const { session, version, view, layout, sheet } = props;
  const { fields } = layout;
  const hasMotion = !useReducedMotion();
  const { frozen, frozenIf, frame } = useFrozenColumns(layout);
  const [range, setRange] = useState<CellRange | null>(null);
  const [menu, setMenu] = useState<ColumnMenuPosition | null>(null);
  const [selected, setSelected] = useSelectedCell(props);
  const names = useMemo(() => fields.map((field) => field.name), [fields]);
  const columns = useMemo(
    () => sheetColumns(fields, layout.layout.widths, view),
    [fields, layout.layout.widths, view],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version signals that cells changed
  const cellAt = useCallback(
    (col: number, row: number) => {
      const field = fields[col];
      return field ? sheetCell(session.state, field, row, hasMotion) : null;
    },
    [session, fields, hasMotion, version],
  );
  const look = useLook(session, fields, frozen);
  const scope = useMemo(() => ({ session, fields }), [session, fields]);
  return (
    <LedgerContext value={scope}>
      <div ref={frame} className={styles.sheet}>
        <DataSheet
          sheetRef={props.sheetRef}
          label="Client Ledger"
          columns={columns}
          frozenColumns={frozen}
          rowCount={session.state.order.count}
          cellAt={cellAt}
          Editor={CellEditor}
          {...rangeActions(session, names)}
          {...clientOpeners(props)}
          onSort={(col, isAdded) => sortBy(col, isAdded, props)}
          onColumnMenu={(col, position) => setMenu({ ...position, col })}
          onResize={(col, width, isDone) => {
            const name = names[col];
            if (name) layout.resize(name, width, isDone);
          }}
          onView={look}
          onSelect={(range, cell) => {
            session.ranges.select(range);
            setRange(range);
            setSelected(cell);
          }}
          onKey={(key) => onSheetKey(key, props, setMenu)}
        />
      </div>
      <Suspense fallback={<div className={styles.footer} />}>
        <SelectionFooter {...{ session, range, fields, version }} />
      </Suspense>
      <ColumnMenu
        position={menu}
        onClose={() => {
          setMenu(null);
          sheet.current?.focus();
        }}
        {...{ fields, view, layout, frozen, frozenIf, onView: props.onView }}
      />
      <FailedCellNote {...{ session, fields, sheet, selected, version }} />
    </LedgerContext>
  );
}

/** Requests the cells in view. Showing, hiding and moving columns changes them without scrolling. */
function useLook(session: LedgerSession, fields: LedgerSheetProps['layout']['fields'], frozen: number) {
  const inView = useRef<CellRange>(null);
  const look = useCallback(
    (range: CellRange) => {
      inView.current = range;
      session.look(range.y, range.height, columnsInView(fields, range, frozen));
    },
    [session, fields, frozen],
  );
  useEffect(() => {
    if (inView.current) look(inView.current);
  }, [look]);
  return look;
}

/**
 * The selected cell. It follows its client when rows are added or removed above, and keeps its position when the order
 * changes.
 */
function useSelectedCell({ session, version, sheet }: LedgerSheetProps) {
  const [selected, setSelected] = useState<Point | null>(null);
  const tracked = useRef<{ cell: Point; key: number | undefined; view: LedgerView | null }>(null);
  const select = useCallback(
    (cell: Point | null) => {
      setSelected(cell);
      const { order } = session.state;
      // The grid drops a selected row that no longer exists; its client may have moved up.
      const isCutOff = cell === null && tracked.current !== null && tracked.current.cell.row >= order.count;
      if (isCutOff) return;
      tracked.current = cell && { cell, key: order.keyAt(cell.row), view: session.shown };
    },
    [session],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version signals that rows may have moved
  useEffect(() => {
    if (!tracked.current) return;
    const { cell, key, view } = tracked.current;
    const row = key === undefined ? undefined : session.state.order.positionOf(session.cells.idOf(key));
    if (view !== session.shown) {
      // A range of the old view is meaningless in the new one.
      if (cell.row < session.state.order.count) sheet.current?.select(cell);
      else select(cell);
    } else if (row !== undefined && row !== cell.row) sheet.current?.select({ ...cell, row });
  }, [version, session, sheet, select]);
  return [selected, select] as const;
}

/** How many columns are frozen at the current width, and how many would be if they were frozen up to another field. */
function useFrozenColumns({ fields, layout }: LedgerSheetProps['layout']) {
  const { ref: frame, width } = useElementSize<HTMLDivElement>();
  // Until the sheet is measured, assume that every column fits.
  const sheetWidth = width || Number.POSITIVE_INFINITY;
  return {
    frame,
    frozen: frozenCount(fields, layout, sheetWidth),
    frozenIf: (frozenTo: FieldName) => frozenCount(fields, { ...layout, frozenTo }, sheetWidth),
  };
}

const COPY_TOAST = 'ledger-copy';
/** How long a copy may take before it is shown. */
const PROGRESS_MS = 300;

/** Shows that cells are loading before they are on the clipboard. */
function withProgress<Copied>(copied: Copied | Promise<Copied>): Copied | Promise<Copied> {
  if (!(copied instanceof Promise)) return copied;
  const timer = setTimeout(() => notifyProgress(COPY_TOAST, 'Copying…'), PROGRESS_MS);
  return copied.finally(() => {
    clearTimeout(timer);
    notifications.hide(COPY_TOAST);
  });
}

/** What the sheet does with its selection. */
function rangeActions(session: LedgerSession, names: readonly FieldName[]) {
  const { ranges } = session;
  const report = (error: unknown) => notifyError(messageOf(error));
  return {
    onOpen({ row }: Point) {
      session.state.openedKey = session.state.order.keyAt(row);
    },
    onEdit({ col }: Point, text: string) {
      const name = names[col];
      const key = session.state.openedKey;
      if (name && key !== undefined) void session.cells.save(key, name, text);
    },
    onClear: (range: CellRange) => void ranges.clear(range, names).catch(report),
    onPaste: (range: CellRange, block: string[][]) => void ranges.paste(range, block, names).catch(report),
    onFill: (source: CellRange, target: CellRange) => void ranges.fill(source, target, names).catch(report),
    copy: (range: CellRange) => withProgress(ranges.copy(range, names)),
    cut(range: CellRange) {
      const { copied, clear } = ranges.cut(range, names);
      return { copied: withProgress(copied), clear: () => void clear().catch(report) };
    },
    onCopyFailed: (error: unknown) => notifyError(`The cells were not copied. ${messageOf(error)}`),
  };
}

/** The row number and the arrow next to a name open the client. Clicking a name selects the cell (decisions O2). */
function clientOpeners({ session, layout, onOpenClient }: LedgerSheetProps) {
  const clientAt = (row: number) => {
    const key = session.state.order.keyAt(row);
    return key !== undefined && key > 0 ? key : null;
  };
  const onOpen = (row: number) => {
    const id = clientAt(row);
    if (id !== null) onOpenClient(id);
  };
  return {
    onRowClick: onOpen,
    arrow: {
      isOn: (col: number) => isName(layout.fields[col]?.name),
      labelOf(row: number) {
        const id = clientAt(row);
        if (id === null) return null;
        const names = NAME_COLUMNS.map((name) => session.state.value(id, name));
        return `Open ${names.filter(Boolean).join(' ') || 'this client'}`;
      },
      onOpen,
    },
  };
}

function isName(name: FieldName | undefined): boolean {
  return name !== undefined && NAME_COLUMNS.includes(name);
}

function sortBy(col: number, isAdded: boolean, { layout, view, onView }: LedgerSheetProps): void {
  const name = layout.fields[col]?.name;
  if (name) onView(nextOrder(view, name, isAdded));
}

/**
 * Ctrl+Enter opens the row's client. Alt+Shift+arrow sorts by the column only; with Ctrl, it adds the column to the order.
 * Shift+`F10` opens the column's menu.
 */
function onSheetKey(
  key: SheetKey,
  props: LedgerSheetProps,
  openMenu: (position: ColumnMenuPosition) => void,
): void {
  const { at } = key;
  if (!at) return;
  if (key.key === 'ContextMenu' || (key.shift && key.key === 'F10')) {
    key.consume();
    const [header, area] = [props.sheet.current?.boundsOf({ ...at, row: -1 }), props.sheet.current?.area()];
    if (header && area) openMenu({ x: header.x - area.x, y: header.y + header.height - area.y, col: at.col });
    return;
  }
  const rowKey = props.session.state.order.keyAt(at.row);
  const field = props.layout.fields[at.col];
  if (key.isPrimary && key.key === 'Enter' && rowKey !== undefined && rowKey > 0) {
    key.consume();
    props.onOpenClient(rowKey);
  } else if (key.alt && key.shift && field && /^Arrow(Up|Down)$/.test(key.key)) {
    key.consume();
    const sort = sortOfField(field.name);
    const direction = key.key === 'ArrowUp' ? 'asc' : 'desc';
    props.onView(key.isPrimary ? alsoSortedBy(props.view, sort, direction) : sortedOnlyBy(sort, direction));
  }
}
