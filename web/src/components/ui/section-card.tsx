import { Paper, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './settings-card.module.css';

interface SettingsCardProps {
  /** Left out where the content has its own heading. */
  title?: string;
  text?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

/** One group of settings in a section. */
export function SettingsCard({ title, text, aside, children }: SettingsCardProps) {
  const titleId = useId();
  return (
    <Paper
      component="section"
      withBorder
      className={styles.card}
      {...(title ? { 'aria-labelledby': titleId } : {})}
    >
      {title && (
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {aside}
        </div>
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
