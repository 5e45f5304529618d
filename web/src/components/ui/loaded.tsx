import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

/** How a question to the server stands, as TanStack Query tells it. */
interface Asked<Data> {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: Asked<Data>;
  /** What could not be done; in a card a sentence, before the reason. */
  failed: string;
  /** Stands there until the first answer. */
  loading: ReactNode;
  /** A part of a card, whose other parts work. */
  isInCard?: boolean;
  children: (data: Data) => ReactNode;
}

/** What an answer shows, once it is there; what came before stays when asking again fails. */
export function Loaded<Data>({ query, failed, loading, isInCard, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return loading;
  return isInCard ? (
    <CardFailure query={query} failed={failed} />
  ) : (
    <LoadFailure query={query} title={failed} />
  );
}

interface LoadFailureProps {
  query: Omit<Asked<unknown>, 'data'>;
  title: string;
  /** Where the reason alone does not say it. */
  message?: string;
}

/** Why an answer did not come, with a way to ask again. */
export function LoadFailure({ query, title, message = query.error?.message }: LoadFailureProps) {
  return (
    <ErrorState
      title={title}
      message={message}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
    />
  );
}

function CardFailure({ query, failed }: Pick<LoadedProps<unknown>, 'query' | 'failed'>) {
  return (
    <div role="alert">
      <Text size="sm">
        {failed} {query.error?.message}
      </Text>
      <Button size="xs" variant="default" mt="xs" onClick={() => void query.refetch()}>
        Try Again
      </Button>
    </div>
  );
}
