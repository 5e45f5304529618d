import { Alert, Button, Group, Text } from '@mantine/core';

interface LoadAlertProps {
  /** What could not be loaded, and what that means for what is shown all the same. */
  text: string;
  onRetry: () => void;
  isRetrying?: boolean;
}

/** Something beside what is shown could not be loaded; the screen goes on without it. */
export function LoadAlert({ text, onRetry, isRetrying = false }: LoadAlertProps) {
  return (
    <Alert color="red" role="alert" py={10}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{text}</Text>
        <Button size="xs" variant="default" onClick={onRetry} loading={isRetrying}>
          Try Again
        </Button>
      </Group>
    </Alert>
  );
}
