import { Alert, Button, Text } from '@mantine/core';

interface LinkFailureProps {
  title: string;
  detail: string | undefined;
  onRetry: () => void;
  isRetrying: boolean;
}

/** What went wrong with a link, with Retry (1§8). */
export function LinkFailure({ title, detail, onRetry, isRetrying }: LinkFailureProps) {
  return (
    <Alert color="red" title={title} role="alert">
      {detail && <Text size="sm">{detail}</Text>}
      <Button size="xs" variant="default" mt="xs" onClick={onRetry} loading={isRetrying}>
        Retry
      </Button>
    </Alert>
  );
}
