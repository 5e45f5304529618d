import { Group, Paper, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './section-card.module.css';

interface SectionCardProps {
  /** Left out where the content has its own heading. */
  title?: string;
  text?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

/** One group of a page of settings or of an account, with its heading. */
export function SectionCard({ title, text, aside, children }: SectionCardProps) {
  const titleId = useId();
  return (
    <Paper
      component="section"
      withBorder
      className={styles.card}
      {...(title ? { 'aria-labelledby': titleId } : {})}
    >
      {title && (
        <Group gap="xs" justify="space-between" mb="xs">
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {aside}
        </Group>
      )}
      {text && (
        <Text size="sm" c="dimmed" mb="md">
          {text}
        </Text>
      )}
      {children}
    </Paper>
  );
}
