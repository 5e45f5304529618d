import { Box, Stack, Text, Title } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './state.module.css';

interface EmptyStateProps {
  title: string;
  text?: string;
  /** The first action, usually a button. */
  action?: ReactNode;
  icon?: ReactNode;
}

/** Explains what will appear here while there is nothing. */
export function EmptyState({ title, text, action, icon }: EmptyStateProps) {
  return (
    <Stack className={styles.state} gap="xs">
      <span className={styles.icon}>{icon ?? <IconInbox size={22} aria-hidden />}</span>
      <Title order={2} className={styles.title}>
        {title}
      </Title>
      {text && (
        <Text size="sm" className={styles.text}>
          {text}
        </Text>
      )}
      {action && <Box mt="xs">{action}</Box>}
    </Stack>
  );
}
