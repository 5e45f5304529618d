import { Alert, type AlertProps, Group, Text } from '@mantine/core';
import { RetryButton, type RetryProps } from './retry-button.tsx';

interface LoadAlertProps extends RetryProps, Pick<AlertProps, 'title' | 'mb'> {
  /** What could not be loaded, and what that means for the rest. */
  text: string;
}

/** Something next to the main content could not be loaded; the screen stays usable. */
export function LoadAlert({ text, title, mb, ...retry }: LoadAlertProps) {
  return (
    <Alert title={title} mb={mb} color="red" role="alert" py={10}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{text}</Text>
        <RetryButton {...retry} size="xs" />
      </Group>
    </Alert>
  );
}
