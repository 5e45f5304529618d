import type { Import } from '@ledgerline/contract/imports/endpoints';
import { Group, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { momentText } from '../../domain/days.ts';
import { columnCount, number, rowsText } from './import-texts.ts';
import styles from './imports.module.css';
import { ImportStateBadge } from './list/import-state-badge.tsx';

/** The imported file and its size. */
export function ImportHead({ batch }: { batch: Import }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <IconFileSpreadsheet size={20} aria-hidden style={{ flex: 'none', marginTop: 1 }} />
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text fw={600} className={styles.fileName}>
            {batch.file_name}
          </Text>
          <ImportStateBadge state={batch.state} />
        </Group>
        <Text size="sm" c="dimmed" className="tabular">
          {rowsText(batch.row_count)}, {number(columnCount(batch))} columns · {batch.agent_name} ·{' '}
          {momentText(batch.created_at)}
        </Text>
      </div>
    </Group>
  );
}
