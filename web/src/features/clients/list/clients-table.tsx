import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import type { ClientSort } from '@ledgerline/contract/lists';
import type { Sorting } from '@ledgerline/contract/rules/sort-keys';
import { DataTable } from '../../../components/ui/data-table.tsx';
import type { ListSelection } from '../../../domain/bulk-actions/use-selection.ts';
import { localDay } from '../../../domain/today.ts';
import { clientName } from '../client-display.ts';
import styles from './client-columns.module.css';
import { clientColumns, clientLink } from './client-columns.tsx';

interface ClientsTableProps {
  clients: ClientRow[];
  sorting: Sorting<ClientSort>;
  selection: ListSelection;
  /** The rows are still those of another list, or page. */
  isChanging: boolean;
  onSort: (sorting: Sorting<ClientSort>) => void;
}

/** The list on wide screens: 40 px rows and sortable headers. */
export function ClientsTable({ clients, sorting, selection, isChanging, onSort }: ClientsTableProps) {
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
      selection={{
        chosen: selection.isAll ? clients.map(({ id }) => id) : selection.ids,
        onChoose: selection.choose,
        allLabel: 'All clients on this page',
        labelOf: (client) => `Select ${clientName(client)}`,
        className: styles.box,
        isDisabled: isChanging,
      }}
    />
  );
}
