import type { UseBaseQueryResult } from '@tanstack/react-query';

type Listed = Pick<
  UseBaseQueryResult,
  'data' | 'isError' | 'isFetching' | 'isPlaceholderData' | 'errorUpdateCount'
>;

/** Whether a list failed to load, also during a retry: rows of the previous search do not count. */
export function hasFailed(query: Listed): boolean {
  const isRetrying = query.isFetching && query.errorUpdateCount > 0;
  return query.isError || (isRetrying && (query.isPlaceholderData || query.data === undefined));
}
