import type { Import } from '@ledgerline/contract/imports/endpoints';
import { Group, Paper, Text } from '@mantine/core';
import { AnchorLink } from '../../../components/ui/link.tsx';
import { momentText } from '../../../domain/days.ts';
import { countsText } from '../import-counts.ts';
import { rowsText } from '../import-texts.ts';
import styles from '../imports.module.css';
import { ImportMenu } from './import-menu.tsx';
import { ImportStateBadge } from './import-state-badge.tsx';

/** Earlier imports on a phone. */
export function ImportsCards({ imports }: { imports: readonly Import[] }) {
  return (
    <Paper withBorder component="ul" className="plain">
      {imports.map((made) => (
        <li key={made.id} className={styles.rowCard}>
          <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
            <AnchorLink
              to="/crm/imports/$importId"
              params={{ importId: String(made.id) }}
              className={styles.listLink}
            >
              {made.file_name}
            </AnchorLink>
            <ImportMenu made={made} />
          </Group>
          <Group gap="xs">
            <ImportStateBadge state={made.state} />
            <Text size="sm" className="tabular">
              {countsText(made) || rowsText(made.row_count)}
            </Text>
          </Group>
          <Text size="sm" c="dimmed" mt={4}>
            {made.agent_name} · {momentText(made.created_at)}
          </Text>
        </li>
      ))}
    </Paper>
  );
}
