import type { ClientRow, ClientSort } from '@ledgerline/contract/clients/schemas';
import { Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { localDay } from '../../domain/today.ts';
import { CLIENT_COLUMNS } from './client-columns.tsx';
import styles from './clients-table.module.css';
import { useOpenClient } from './parts/use-open-client.ts';

interface Sorting {
  sort: ClientSort;
  direction: 'asc' | 'desc';
}

interface ClientsTableProps {
  clients: ClientRow[];
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

/** The list on a wide screen: rows of 40 px, sortable heads. */
export function ClientsTable({ clients, sorting, onSort }: ClientsTableProps) {
  const today = localDay();
  const open = useOpenClient();
  return (
    <Table.ScrollContainer minWidth={900} type="native">
      <Table className={styles.table} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            {CLIENT_COLUMNS.map(({ id, header, width }) => (
              <SortableHead
                key={id}
                id={id}
                header={header}
                width={width}
                sorting={sorting}
                onSort={onSort}
              />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {clients.map((client) => (
            <Table.Tr key={client.id} className={styles.row} onClick={open(client.id)}>
              {CLIENT_COLUMNS.map(({ id, cell }) => (
                <Table.Td key={id}>{cell(client, today)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface SortableHeadProps extends Pick<ClientsTableProps, 'sorting' | 'onSort'> {
  id: ClientSort;
  header: string;
  width: string;
}

function SortableHead({ id, header, width, sorting, onSort }: SortableHeadProps) {
  const isSorted = sorting.sort === id;
  const isAscending = sorting.direction === 'asc';
  const Arrow = isAscending ? IconArrowUp : IconArrowDown;
  return (
    <Table.Th w={width} {...(isSorted ? { 'aria-sort': isAscending ? 'ascending' : 'descending' } : {})}>
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
