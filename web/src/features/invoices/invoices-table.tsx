import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ActOnInvoice } from './invoice-actions.ts';
import { INVOICE_COLUMNS, type InvoiceColumn } from './invoice-columns.tsx';
import styles from './invoices.module.css';
import type { Sorting } from './list-state.ts';
import { RowActions } from './parts/row-actions.tsx';

interface InvoicesTableProps {
  invoices: InvoiceRow[];
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  onAct: ActOnInvoice;
  /** The invoice that is being read again. */
  refreshing: number | null;
}

/** The list on a wide screen. */
export function InvoicesTable({ invoices, sorting, onSort, onAct, refreshing }: InvoicesTableProps) {
  return (
    <Table.ScrollContainer minWidth={1160} type="native">
      <Table className={styles.table} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={172}>
              <span className={styles.plainHead}>Actions</span>
            </Table.Th>
            {INVOICE_COLUMNS.map((column) => (
              <SortableHead key={column.id} column={column} sorting={sorting} onSort={onSort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {invoices.map((invoice) => (
            <Table.Tr key={invoice.id} className={styles.row}>
              <Table.Td>
                <RowActions invoice={invoice} onAct={onAct} isBusy={refreshing === invoice.id} />
              </Table.Td>
              {INVOICE_COLUMNS.map(({ id, cell, isRight }) => (
                <Table.Td key={id} {...(isRight ? { ta: 'right' } : {})}>
                  {cell(invoice)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface SortableHeadProps extends Pick<InvoicesTableProps, 'sorting' | 'onSort'> {
  column: InvoiceColumn;
}

function SortableHead({ column, sorting, onSort }: SortableHeadProps) {
  const { id, header, width, isRight } = column;
  const isSorted = sorting.sort === id;
  const isAscending = sorting.direction === 'asc';
  const Arrow = isAscending ? IconArrowUp : IconArrowDown;
  return (
    <Table.Th
      w={width}
      {...(isRight ? { ta: 'right' } : {})}
      {...(isSorted ? { 'aria-sort': isAscending ? 'ascending' : 'descending' } : {})}
    >
      <UnstyledButton
        className={styles.head}
        onClick={() => onSort({ sort: id, direction: isSorted && isAscending ? 'desc' : 'asc' })}
      >
        {header}
        {isSorted && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    </Table.Th>
  );
}
