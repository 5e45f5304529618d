import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { type Column, DataTable, type Sorting } from '../../../components/ui/data-table.tsx';
import type { ActOnInvoice } from '../invoice-actions.ts';
import { INVOICE_COLUMNS } from './invoice-columns.tsx';
import styles from './invoices.module.css';
import type { InvoiceSort } from './list-state.ts';
import { RowActions } from './row-actions.tsx';

interface InvoicesTableProps {
  invoices: InvoiceRow[];
  sorting: Sorting<InvoiceSort>;
  onSort: (sorting: Sorting<InvoiceSort>) => void;
  onAct: ActOnInvoice;
  /** The invoice that is being read again. */
  refreshing: number | null;
}

/** The list on a wide screen. */
export function InvoicesTable({ invoices, sorting, onSort, onAct, refreshing }: InvoicesTableProps) {
  const actions: Column<InvoiceRow, InvoiceSort> = {
    id: 'actions',
    header: 'Actions',
    width: 172,
    cell: (invoice) => <RowActions invoice={invoice} onAct={onAct} isBusy={refreshing === invoice.id} />,
  };
  return (
    <DataTable
      columns={[actions, ...INVOICE_COLUMNS]}
      rows={invoices}
      rowId={({ id }) => id}
      look="list"
      rowHeight={48}
      minWidth={1160}
      rowClassName={styles.row}
      sorting={sorting}
      onSort={onSort}
    />
  );
}
