import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import type { ClientSort } from '@ledgerline/contract/lists';
import type { Sorting } from '@ledgerline/contract/rules/sort-keys';
import { DataTable } from '../../../components/ui/data-table.tsx';
import type { Selection } from '../../../components/ui/row-boxes.tsx';
import { localDay } from '../../../domain/today.ts';
import styles from './client-columns.module.css';
import { clientColumns, clientLink } from './client-columns.tsx';

interface ClientsTableProps {
  clients: ClientRow[];
  sorting: Sorting<ClientSort>;
  boxes: Selection<ClientRow, number>;
  onSort: (sorting: Sorting<ClientSort>) => void;
}

/** The list on wide screens: 40 px rows and sortable headers. */
export function ClientsTable({ clients, sorting, boxes, onSort }: ClientsTableProps) {
  return (
    <DataTable
      columns={clientColumns(localDay())}
      rows={clients}
      rowId={({ id }) => id}
      look="list"
      rowHeight={40}
      minWidth={900}
      sorting={sorting}
      onSort={onSort}
      rowLink={clientLink}
      selection={{ ...boxes, ...(styles.box ? { className: styles.box } : {}) }}
    />
  );
}
