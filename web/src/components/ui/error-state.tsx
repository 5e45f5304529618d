import { Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { RetryButton, type RetryProps } from './retry-button.tsx';
import styles from './state.module.css';

interface ErrorStateProps extends Partial<RetryProps> {
  title: string;
  message?: string | undefined;
}

/** What could not be loaded or done, with a retry. */
export function ErrorState({ title, message, onRetry, ...retry }: ErrorStateProps) {
  return (
    <Stack className={styles.state} role="alert" gap="xs">
      <span className={styles.badIcon}>
        <IconAlertTriangle size={22} aria-hidden />
      </span>
      <Title order={2} className={styles.title}>
        {title}
      </Title>
      {message && (
        <Text size="sm" className={styles.text}>
          {message}
        </Text>
      )}
      {onRetry && <RetryButton {...retry} mt="xs" onRetry={onRetry} />}
    </Stack>
  );
}
