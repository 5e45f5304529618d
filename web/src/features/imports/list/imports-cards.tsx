import type { Import } from '@ledgerline/contract/imports/endpoints';
import { Group, Paper, Text } from '@mantine/core';
import { AnchorLink } from '../../../components/ui/link.tsx';
import { momentText } from '../../../domain/days.ts';
import { countsText } from '../import-counts.ts';
import { rowsText } from '../import-texts.ts';
import styles from '../imports.module.css';
import { ImportMenu } from './import-menu.tsx';
import { ImportStateBadge } from './import-state-badge.tsx';

/** Previous imports on small screens. */
export function ImportsCards({ imports }: { imports: readonly Import[] }) {
  return (
    <Paper withBorder component="ul" className="plain">
      {imports.map((batch) => (
        <li key={batch.id} className={styles.rowCard}>
          <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
            <AnchorLink
              to="/crm/imports/$importId"
              params={{ importId: String(batch.id) }}
              className={styles.listLink}
            >
              {batch.file_name}
            </AnchorLink>
            <ImportMenu batch={batch} />
          </Group>
          <Group gap="xs">
            <ImportStateBadge state={batch.state} />
            <Text size="sm" className="tabular">
              {countsText(batch) || rowsText(batch.row_count)}
            </Text>
          </Group>
          <Text size="sm" c="dimmed" mt={4}>
            {batch.agent_name} · {momentText(batch.created_at)}
          </Text>
        </li>
      ))}
    </Paper>
  );
}
