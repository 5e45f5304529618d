import { type Sorting, sortingOf, sortKeys, withNextKey } from '@ledgerline/contract/rules/sort-keys';
import { Table, type TableProps, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type Key, type MouseEvent, type ReactNode, type RefObject, useRef } from 'react';
import styles from './data-table.module.css';
import { AllBox, RowBox, type Selection } from './row-boxes.tsx';
import { type RowLink, useOpenRow } from './use-open-row.ts';

export interface Column<Row, Sort extends string = never> {
  id: string;
  header: ReactNode;
  /** Sort key of the header; without it the header is not a button. */
  sort?: Sort;
  width?: number | string;
  align?: 'right' | 'end';
  className?: string;
  /** Shown before the value where the table is too narrow for headers. */
  title?: string;
  /** Marks missing values with `data-none`: styles may hide them where space is tight. */
  isNone?: (row: Row) => boolean;
  cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row, Id extends Key, Sort extends string>
  extends Pick<
    TableProps,
    | 'verticalSpacing'
    | 'horizontalSpacing'
    | 'highlightOnHover'
    | 'stickyHeader'
    | 'withRowBorders'
    | 'aria-label'
  > {
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[];
  rowId: (row: Row) => Id;
  /** `list`: rows of equal height, filling the page; `quiet`: small, subdued headers. */
  look?: 'list' | 'quiet';
  /** Row height of a list, in pixels. */
  rowHeight?: number;
  /** Minimum width before it scrolls horizontally. */
  minWidth?: number;
  className?: string;
  rowClassName?: string;
  sorting?: Sorting<Sort>;
  onSort?: (sorting: Sorting<Sort>) => void;
  /** Target of a click anywhere in a row; its link works by keyboard. */
  rowLink?: (row: Row) => RowLink;
  selection?: Selection<Row, Id>;
  /** An extra line below a row, starting at the second column. */
  below?: (row: Row) => { text: string; className: string | undefined } | null;
}

/** The table of every list: sortable headers, rows that open, checkboxes. `Loaded` shows loading and error states. */
export function DataTable<Row, Id extends Key, Sort extends string = never>(
  props: DataTableProps<Row, Id, Sort>,
) {
  const { columns, rows, rowId, look, rowHeight, minWidth, className, selection } = props;
  const anchor = useRef<Id | null>(null);
  const table = (
    <Table
      className={[look && (look === 'list' ? styles.list : styles.quiet), className]
        .filter(Boolean)
        .join(' ')}
      layout={look === 'list' ? 'fixed' : undefined}
      style={rowHeight === undefined ? undefined : { '--row-height': `${rowHeight}px` }}
      verticalSpacing={props.verticalSpacing}
      horizontalSpacing={props.horizontalSpacing}
      highlightOnHover={props.highlightOnHover}
      stickyHeader={props.stickyHeader}
      withRowBorders={props.withRowBorders}
      aria-label={props['aria-label']}
    >
      <Table.Thead>
        <Table.Tr>
          {selection && (
            <Table.Th className={selection.className}>
              <AllBox selection={selection} ids={rows.map(rowId)} />
            </Table.Th>
          )}
          {columns.map((column) => (
            <Head key={column.id} column={column} table={props} />
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Row key={rowId(row)} row={row} table={props} anchor={anchor} />
        ))}
      </Table.Tbody>
    </Table>
  );
  if (minWidth === undefined) return table;
  return (
    <Table.ScrollContainer minWidth={minWidth} type="native">
      {table}
    </Table.ScrollContainer>
  );
}

interface HeadProps<Row, Id extends Key, Sort extends string> {
  column: Column<Row, Sort>;
  table: DataTableProps<Row, Id, Sort>;
}

const ORDERS = { asc: 'ascending', desc: 'descending' } as const;

/** A click sorts by the column alone; Shift+click, or Shift+Enter, adds it to the sort keys. */
function Head<Row, Id extends Key, Sort extends string>({ column, table }: HeadProps<Row, Id, Sort>) {
  const { header, sort, width, align } = column;
  const { look, sorting, onSort } = table;
  if (!sort || !sorting || !onSort)
    return (
      <Table.Th w={width} ta={align}>
        {look === 'list' ? <span className={styles.head}>{header}</span> : header}
      </Table.Th>
    );
  const keys = sortKeys(sorting, sortsOf(table.columns));
  const at = keys.findIndex((key) => key.sort === sort);
  const direction = keys[at]?.direction;
  const Arrow = direction === 'asc' ? IconArrowUp : IconArrowDown;
  const onClick = ({ shiftKey }: MouseEvent) => {
    if (shiftKey) onSort(sortingOf(withNextKey(keys, sort), { sort, direction: 'asc' }));
    else onSort({ sort, direction: at === 0 && direction === 'asc' ? 'desc' : 'asc', then_by: undefined });
  };
  return (
    // ARIA allows one sorted column; the others describe themselves.
    <Table.Th w={width} ta={align} aria-sort={direction && at === 0 ? ORDERS[direction] : undefined}>
      <UnstyledButton
        className={styles.head}
        data-sorted={direction && true}
        title="Hold Shift to sort by up to three columns"
        onClick={onClick}
        // Shift+click would select text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      >
        {header}
        {direction && <Arrow size={14} aria-hidden />}
        {direction && keys.length > 1 && (
          <>
            <span className={styles.number} aria-hidden>
              {at + 1}
            </span>
            <VisuallyHidden>{` (sort key ${at + 1} of ${keys.length}, ${ORDERS[direction]})`}</VisuallyHidden>
          </>
        )}
      </UnstyledButton>
    </Table.Th>
  );
}

/** Shows the full text of a truncated cell as a tooltip. */
function showCutText({ currentTarget: cell }: MouseEvent<HTMLTableCellElement>) {
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.innerText;
  else cell.removeAttribute('title');
}

const sortsOf = <Row, Sort extends string>(columns: readonly Column<Row, Sort>[]): Sort[] =>
  columns.flatMap(({ sort }) => sort ?? []);

interface RowProps<Row, Id extends Key, Sort extends string> {
  row: Row;
  table: DataTableProps<Row, Id, Sort>;
  /** The row that was chosen last, where a range starts. */
  anchor: RefObject<Id | null>;
}

function Row<Row, Id extends Key, Sort extends string>({ row, table, anchor }: RowProps<Row, Id, Sort>) {
  const { columns, rows, rowId, look, rowClassName, selection, below, rowLink } = table;
  const more = below?.(row);
  const cells = (
    <>
      {selection && (
        // A click next to the box does not open the row.
        <Table.Td className={selection.className} data-opens-not>
          <RowBox selection={selection} row={row} id={rowId(row)} ids={rows.map(rowId)} anchor={anchor} />
        </Table.Td>
      )}
      {columns.map(({ id, align, className, title, isNone, cell }) => (
        <Table.Td
          key={id}
          ta={align}
          className={className}
          onMouseEnter={look === 'list' ? showCutText : undefined}
          data-title={title}
          data-none={isNone?.(row) || undefined}
        >
          {cell(row)}
        </Table.Td>
      ))}
    </>
  );
  const looks = { className: rowClassName, 'data-has-more': more ? true : undefined };
  return (
    <>
      {rowLink ? (
        <OpeningRow {...looks} link={rowLink(row)}>
          {cells}
        </OpeningRow>
      ) : (
        <Table.Tr {...looks}>{cells}</Table.Tr>
      )}
      {more && (
        <Table.Tr>
          <Table.Td />
          <Table.Td colSpan={columns.length - 1} className={more.className}>
            {more.text}
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

function OpeningRow({ link, ...row }: { link: RowLink; className?: string; children: ReactNode }) {
  const open = useOpenRow();
  return <Table.Tr {...row} data-opens onClick={open(link)} />;
}
