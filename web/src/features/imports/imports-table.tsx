import type { Import } from '@ledgerline/contract/imports/endpoints';
import { Paper, Table, VisuallyHidden } from '@mantine/core';
import { AnchorLink } from '../../components/ui/link.tsx';
import { momentText } from '../../domain/days.ts';
import { countsText } from './import-counts.ts';
import { ImportStateBadge } from './import-state-badge.tsx';
import { number } from './import-texts.ts';
import styles from './imports.module.css';
import { ImportMenu } from './parts/import-menu.tsx';

/** Earlier imports, the latest first. */
export function ImportsTable({ imports }: { imports: readonly Import[] }) {
  return (
    <Paper withBorder className={styles.frame}>
      <Table highlightOnHover verticalSpacing={6} horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>File</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th ta="end">Rows</Table.Th>
            <Table.Th>Outcome</Table.Th>
            <Table.Th>By</Table.Th>
            <Table.Th>When</Table.Th>
            <Table.Th w={44}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {imports.map((made) => (
            <Table.Tr key={made.id}>
              <Table.Td>
                <AnchorLink
                  to="/crm/imports/$importId"
                  params={{ importId: String(made.id) }}
                  className={styles.listLink}
                >
                  {made.file_name}
                </AnchorLink>
              </Table.Td>
              <Table.Td>
                <ImportStateBadge state={made.state} />
              </Table.Td>
              <Table.Td ta="end" className="tabular">
                {number(made.row_count)}
              </Table.Td>
              <Table.Td className="tabular">{countsText(made) || '–'}</Table.Td>
              <Table.Td>{made.agent_name}</Table.Td>
              <Table.Td className="tabular" style={{ whiteSpace: 'nowrap' }}>
                {momentText(made.created_at)}
              </Table.Td>
              <Table.Td>
                <ImportMenu made={made} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}
