import '@glideapps/glide-data-grid/dist/index.css';
import {
  DataEditor,
  type DataEditorRef,
  type EditableGridCell,
  GridCellKind,
  type GridColumn,
  type HeaderClickedEventArgs,
  type Item,
} from '@glideapps/glide-data-grid';
import { useComputedColorScheme, useMantineTheme } from '@mantine/core';
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import styles from './data-sheet.module.css';
import { RowArrows, type RowArrowsHandle } from './row-arrow.tsx';
import { CELL_RENDERERS, drawCell, toGlideCell } from './sheet-cells.ts';
import { isOutsideDialogs, SheetEditorScope, useEditorOfCell } from './sheet-editor.tsx';
import { headerGroups, headerOf } from './sheet-groups.ts';
import { isTyped, useSheetKeys, useUnfocusedTyping } from './sheet-keys.ts';
import { cellOf, useRetainedFocus, useSheetSelection } from './sheet-selection.ts';
import { groupTint, ROW_NUMBERS_WIDTH, sheetTheme } from './sheet-theme.ts';
import type { Point, SheetHandle, SheetProps } from './sheet-types.ts';
import { useSheetClipboard } from './use-sheet-clipboard.ts';

const ROW_HEIGHT = 32;
const HEADER_HEIGHT = 32;
const GROUP_HEADER_HEIGHT = 24;
/** Enter, Space and `F2` open a cell; search, copy and paste are handled here. */
const KEYS = {
  activateCell: ' |Enter|shift+Enter|F2',
  search: false,
  downFill: true,
  rightFill: true,
  copy: false,
  cut: false,
  paste: false,
} as const;
const ARROWS = { asc: ' ↑', desc: ' ↓' } as const;

/** A virtualized spreadsheet that requests the cells it renders. The only module that depends on Glide Data Grid. */
export function DataSheet({ sheetRef, ...props }: SheetProps & { sheetRef?: Ref<SheetHandle> }) {
  const grid = useRef<DataEditorRef>(null);
  const box = useRef<HTMLElement>(null);
  const overlays = useOverlayHost();
  const selection = useSheetSelection(props.onSelect);
  const look = useAppearance(props);
  const editor = useEditorOfCell();
  const onKeyDown = useSheetKeys(props.onKey, selection, editor.typeAhead, props.frozenColumns, props.cellAt);
  useSheetClipboard(box, selection, props);
  useRetainedFocus(box, props.rowCount);
  useUnfocusedTyping(box, selection);
  useHandle(sheetRef, { grid, box }, selection.select);
  const arrows = useRef<RowArrowsHandle>(null);
  const boundsOf = useCallback(({ col, row }: Point) => grid.current?.getBounds(col, row), []);
  const { cellAt, onEdit } = props;
  const getCell = useCallback(([col, row]: Item) => toGlideCell(cellAt(col, row)), [cellAt]);

  return (
    <section
      className={styles.sheet}
      aria-label={props.label}
      ref={box}
      onKeyDown={stopTypedKeys}
      onPointerDown={() => {
        if (selection.current.current) focusCanvas(box.current);
      }}
    >
      <SheetEditorScope Editor={props.Editor} activeCell={editor.activeCell} typeAhead={editor.typeAhead}>
        <DataEditor
          ref={grid}
          {...look}
          {...pointerEvents(props, box)}
          width="100%"
          height="100%"
          rows={props.rowCount}
          renderers={CELL_RENDERERS}
          getCellContent={getCell}
          getCellsForSelection={true}
          gridSelection={selection.current}
          onGridSelectionChange={selection.set}
          provideEditor={editor.provide}
          isOutsideClick={isOutsideDialogs}
          onCellActivated={(cell) => {
            editor.activeCell.current = cell;
            props.onOpen({ col: cell[0], row: cell[1] });
          }}
          onCellEdited={([col, row], value) => {
            if (isText(value)) onEdit({ col, row }, value.data);
          }}
          onItemHovered={(event) => arrows.current?.hover(event)}
          onVisibleRegionChanged={({ x, y, width, height }) => {
            arrows.current?.moved();
            props.onView({ x, y, width, height });
          }}
          onDelete={({ current }) => {
            if (current) props.onClear(current.range);
            return false;
          }}
          onFillPattern={(fill) => {
            fill.preventDefault();
            props.onFill(fill.patternSource, fill.fillDestination);
          }}
          onKeyDown={onKeyDown}
          keybindings={KEYS}
          portalElementRef={overlays.host}
        />
      </SheetEditorScope>
      {props.arrow && (
        <RowArrows
          ref={arrows}
          arrow={props.arrow}
          selected={cellOf(selection.current)}
          frozenColumns={props.frozenColumns}
          headerHeight={HEADER_HEIGHT + GROUP_HEADER_HEIGHT}
          {...{ boundsOf, box }}
        />
      )}
      <div ref={overlays.attach} className={styles.overlays} />
    </section>
  );
}

function isText(value: EditableGridCell): value is EditableGridCell & { data: string } {
  return value.kind === GridCellKind.Text;
}

/** A character typed on a cell edits it; the page's single-key shortcuts (`/`, `?`) must not receive it. */
function stopTypedKeys(event: KeyboardEvent): void {
  if (isTyped(event)) event.stopPropagation();
}

/** Glide takes the focus only when a click selects another cell. */
function focusCanvas(sheet: HTMLElement | null): void {
  if (!sheet?.contains(document.activeElement))
    sheet?.querySelector('canvas')?.focus({ preventScroll: true });
}

/** The portal target of cell editors, inside the sheet so that focus and styles work. */
function useOverlayHost() {
  return useMemo(() => {
    const host = { current: document.createElement('div') };
    return {
      host,
      attach(node: HTMLElement | null) {
        node?.append(host.current);
      },
    };
  }, []);
}

/** What stays the same while cells are edited: columns, colors, sizes. */
function useAppearance({ columns, frozenColumns, cellAt }: SheetProps) {
  const theme = useMantineTheme();
  const scheme = useComputedColorScheme('light');
  const gridColumns = useMemo(() => {
    const groups = headerGroups(columns, frozenColumns);
    return columns.map(
      ({ id, title, width, sorted }, index): GridColumn => ({
        id,
        title: sorted ? `${title}${ARROWS[sorted.direction]}${sorted.position ?? ''}` : title,
        width,
        group: groups[index] ?? '',
        hasMenu: true,
      }),
    );
  }, [columns, frozenColumns]);
  const groups = useMemo(() => [...new Set(columns.map((column) => column.group))], [columns]);
  const getGroupDetails = useCallback(
    (header: string) => {
      const { group, isNamed } = headerOf(header);
      return {
        name: isNamed ? group : '',
        ...(group === '' ? {} : { overrideTheme: groupTint(theme, scheme, groups.indexOf(group)) }),
      };
    },
    [groups, theme, scheme],
  );
  return {
    columns: gridColumns,
    freezeColumns: frozenColumns,
    getGroupDetails,
    theme: useMemo(() => sheetTheme(theme, scheme), [theme, scheme]),
    drawCell: useMemo(
      () => drawCell(cellAt, theme.colors.red?.[scheme === 'light' ? 7 : 5]),
      [cellAt, theme, scheme],
    ),
    rowHeight: ROW_HEIGHT,
    headerHeight: HEADER_HEIGHT,
    groupHeaderHeight: GROUP_HEADER_HEIGHT,
    rowMarkers: { kind: 'clickable-number', width: ROW_NUMBERS_WIDTH } as const,
    rowSelect: 'none',
    columnSelect: 'none',
    rangeSelect: 'rect',
    cellActivationBehavior: 'double-click',
    fillHandle: true,
    allowedFillDirections: 'orthogonal',
    smoothScrollX: true,
    smoothScrollY: true,
    minColumnWidth: 60,
    maxColumnWidth: 640,
  } as const;
}

function pointerEvents(props: SheetProps, box: { current: HTMLElement | null }) {
  return {
    onCellClicked([col, row]: Item) {
      if (col < 0) props.onRowClick(row);
    },
    onHeaderClicked: (col: number, { shiftKey }: HeaderClickedEventArgs) => props.onSort(col, shiftKey),
    onHeaderMenuClick(col: number, bounds: { x: number; y: number; height: number }) {
      const origin = box.current?.getBoundingClientRect();
      props.onColumnMenu(col, {
        x: bounds.x - (origin?.left ?? 0),
        y: bounds.y + bounds.height - (origin?.top ?? 0),
      });
    },
    onColumnResize: (_column: GridColumn, width: number, col: number) => props.onResize(col, width, false),
    onColumnResizeEnd: (_column: GridColumn, width: number, col: number) => props.onResize(col, width, true),
  };
}

function useHandle(
  sheetRef: Ref<SheetHandle> | undefined,
  { grid, box }: { grid: RefObject<DataEditorRef | null>; box: RefObject<HTMLElement | null> },
  select: SheetHandle['select'],
): void {
  useImperativeHandle(
    sheetRef,
    () => ({
      focus: () => box.current?.querySelector('canvas')?.focus({ preventScroll: true }),
      select,
      scrollTo({ col, row }, align) {
        const direction = col === undefined ? 'vertical' : row === undefined ? 'horizontal' : 'both';
        grid.current?.scrollTo(col ?? 0, row ?? 0, direction, 0, 0, {
          ...(align && row !== undefined ? { vAlign: align } : {}),
          ...(align && col !== undefined ? { hAlign: align } : {}),
        });
      },
      boundsOf: ({ col, row }) => grid.current?.getBounds(col, row),
      area: () => box.current?.getBoundingClientRect(),
    }),
    [grid, box, select],
  );
}
