import { Alert, Button, Text } from '@mantine/core';
import { ApiError } from '../../lib/http.ts';
import { linkFailure, NO_LINK, NO_TOKEN } from './link-target.ts';

interface LinkFailureProps {
  title: string;
  detail: string;
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

interface AskedLink {
  error: Error | null;
  isSuccess: boolean;
  data: { formUrl: string } | null | undefined;
}

/** The words for a link that could not be made, or that came back empty; null when it is there or on its way. */
export function failureOf({ error, isSuccess, data }: AskedLink): { title: string; detail: string } | null {
  if (error instanceof ApiError) return linkFailure(error);
  if (error) return NO_TOKEN;
  if (isSuccess && !data?.formUrl) return { title: NO_LINK, detail: '' };
  return null;
}
