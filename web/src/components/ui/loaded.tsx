import { Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { LoadAlert, RetryButton, type RetryProps } from './retry-button.tsx';
import styles from './state.module.css';

/** The state of a server request, as reported by TanStack Query. */
export interface QueryState<Data> {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  errorUpdateCount: number;
  /** The data shown belongs to the previous query. */
  isPlaceholderData?: boolean;
  refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: QueryState<Data>;
  /** What failed, shown before the reason (as a sentence in a card), or a function that formats both. */
  failed: string | ((error: Error) => string);
  /** Overrides the error's own text as the reason. */
  reasonOf?: (error: Error) => string | undefined;
  retryLabel?: string;
  /** Shown until the first response. */
  loading: ReactNode;
  /** A part of a card whose other parts still work. */
  isInCard?: boolean;
  /** Whether stale data is marked as such when refetching fails. */
  showsStale?: boolean;
  children: (data: Data) => ReactNode;
}

/** Renders a response once loaded; stale data stays when refetching fails. */
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

/** While a failed first load is retried its error is reset: show the last one until the result arrives. */
function useFailure({ error, isFetching, errorUpdateCount }: QueryState<unknown>): Error | null {
  const [last, setLast] = useState(error);
  if (error && error !== last) setLast(error);
  return error ?? (isFetching && errorUpdateCount > 0 ? last : null);
}

/** Two queries that are both required. */
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

interface LoadingRowsProps {
  rows?: number;
  /** Height of one row in pixels, matching the rows that will load. */
  height?: number;
  label?: string;
}

/** Skeleton bars shaped like the rows to come. */
export function LoadingRows({ rows = 8, height = 40, label = 'Loading…' }: LoadingRowsProps) {
  return (
    <Stack gap={1} role="status" aria-live="polite">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row, index) => (
        <div key={row} style={{ height, display: 'flex', alignItems: 'center' }} aria-hidden>
          <Skeleton height={Math.min(14, height)} width={`${92 - ((index * 13) % 28)}%`} radius="sm" />
        </div>
      ))}
    </Stack>
  );
}

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
