import { Alert, Text } from '@mantine/core';
import { RetryButton } from '../../components/ui/retry-button.tsx';

interface LinkFailureProps {
  title: string;
  detail: string | undefined;
  onRetry: () => void;
  isRetrying: boolean;
}

/** A link error with Retry (1§8). */
export function LinkFailure({ title, detail, onRetry, isRetrying }: LinkFailureProps) {
  return (
    <Alert color="red" title={title} role="alert">
      {detail && <Text size="sm">{detail}</Text>}
      <RetryButton size="xs" mt="xs" onRetry={onRetry} isRetrying={isRetrying} retryLabel="Retry" />
    </Alert>
  );
}
