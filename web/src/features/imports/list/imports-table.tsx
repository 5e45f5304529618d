import type { Import } from '@ledgerline/contract/imports/endpoints';
import { Paper, VisuallyHidden } from '@mantine/core';
import { type Column, DataTable } from '../../../components/ui/data-table.tsx';
import { AnchorLink } from '../../../components/ui/link.tsx';
import { momentText } from '../../../domain/days.ts';
import { countsText } from '../import-counts.ts';
import { number } from '../import-texts.ts';
import styles from '../imports.module.css';
import { ImportMenu } from './import-menu.tsx';
import { ImportStateBadge } from './import-state-badge.tsx';

const COLUMNS: readonly Column<Import>[] = [
  {
    id: 'file',
    header: 'File',
    cell: ({ id, file_name }) => (
      <AnchorLink to="/crm/imports/$importId" params={{ importId: String(id) }} className={styles.listLink}>
        {file_name}
      </AnchorLink>
    ),
  },
  { id: 'state', header: 'Status', cell: ({ state }) => <ImportStateBadge state={state} /> },
  {
    id: 'rows',
    header: 'Rows',
    align: 'end',
    className: 'tabular',
    cell: ({ row_count }) => number(row_count),
  },
  { id: 'outcome', header: 'Outcome', className: 'tabular', cell: (batch) => countsText(batch) || '–' },
  { id: 'by', header: 'By', cell: ({ agent_name }) => agent_name },
  {
    id: 'when',
    header: 'When',
    className: `tabular ${styles.when}`,
    cell: ({ created_at }) => momentText(created_at),
  },
  {
    id: 'actions',
    header: <VisuallyHidden>Actions</VisuallyHidden>,
    width: 44,
    cell: (batch) => <ImportMenu batch={batch} />,
  },
];

/** Previous imports, newest first. */
export function ImportsTable({ imports }: { imports: readonly Import[] }) {
  return (
    <Paper withBorder className={styles.frame}>
      <DataTable
        columns={COLUMNS}
        rows={imports}
        rowId={({ id }) => id}
        look="quiet"
        highlightOnHover
        verticalSpacing={6}
        horizontalSpacing="md"
      />
    </Paper>
  );
}
