import { Button, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import styles from './state.module.css';

interface ErrorStateProps {
  title: string;
  message?: string;
  onRetry?: () => void;
  retryLabel?: string;
  isRetrying?: boolean;
}

/** What could not be loaded or done, with a way to try again. */
export function ErrorState({
  title,
  message,
  onRetry,
  retryLabel = 'Try Again',
  isRetrying,
}: ErrorStateProps) {
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
      {onRetry && (
        <Button variant="default" mt="xs" onClick={onRetry} loading={isRetrying ?? false}>
          {retryLabel}
        </Button>
      )}
    </Stack>
  );
}
