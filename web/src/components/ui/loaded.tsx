import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ErrorState } from './error-state.tsx';
import { LoadAlert } from './load-alert.tsx';
import { RetryButton } from './retry-button.tsx';

/** How a question to the server stands, as TanStack Query tells it. */
export interface QueryState<Data> {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  errorUpdateCount: number;
  /** What is shown belongs to the question before. */
  isPlaceholderData?: boolean;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: QueryState<Data>;
  /** What could not be done, told before the reason, in a card as a sentence; or how to tell both in one. */
  failed: string | ((error: Error) => string);
  /** Where the error's own text is not the reason that is told. */
  reasonOf?: (error: Error) => string | undefined;
  retryLabel?: string;
  /** Stands there until the first answer. */
  loading: ReactNode;
  /** A part of a card, whose other parts work. */
  isInCard?: boolean;
  /** What came before is told to be that, when asking again fails. */
  showsStale?: boolean;
  children: (data: Data) => ReactNode;
}

/** What an answer shows, once it is there; what came before stays when asking again fails. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, loading, retryLabel, children } = props;
  const { data, error } = query;
  const failure = useFailure(query);
  const { title, reason } = messagesFor(failure, props);
  const retry = { onRetry: () => void query.refetch(), isRetrying: query.isFetching, retryLabel };
  if (data !== undefined && !(failure && query.isPlaceholderData))
    return (
      <>
        {props.showsStale && error && (
          <LoadAlert {...retry} {...(reason ? { title, text: reason } : { text: title })} mb="sm" />
        )}
        {children(data)}
      </>
    );
  if (!failure) return loading;
  if (!props.isInCard) return <ErrorState {...retry} title={title} message={reason} />;
  return (
    <div role="alert">
      <Text size="sm">
        {title} {reason}
      </Text>
      <RetryButton {...retry} size="xs" mt="xs" />
    </div>
  );
}

function messagesFor(
  error: Error | null,
  { failed, reasonOf }: Pick<LoadedProps<never>, 'failed' | 'reasonOf'>,
) {
  if (!error) return { title: '' };
  if (typeof failed !== 'string') return { title: failed(error) };
  return { title: failed, reason: reasonOf ? reasonOf(error) : error.message };
}

/** A first answer that is asked for again has no error meanwhile: the last one is told until the next. */
function useFailure({ error, isFetching, errorUpdateCount }: QueryState<unknown>): Error | null {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  return error ?? (isFetching && errorUpdateCount > 0 ? last : null);
}

/** Two questions of which neither is enough. */
export function both<A, B>(a: QueryState<A>, b: QueryState<B>): QueryState<[A, B]> {
  const failed = [a, b].find(({ data, error }) => data === undefined && error);
  return {
    data: a.data === undefined || b.data === undefined ? undefined : [a.data, b.data],
    error: failed?.error ?? a.error ?? b.error,
    isFetching: a.isFetching || b.isFetching,
    errorUpdateCount: a.errorUpdateCount + b.errorUpdateCount,
    refetch: () => Promise.all([a.refetch(), b.refetch()]),
  };
}
