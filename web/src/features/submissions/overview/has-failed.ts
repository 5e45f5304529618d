import type { UseBaseQueryResult } from '@tanstack/react-query';

type Listed = Pick<
  UseBaseQueryResult,
  'data' | 'isError' | 'isFetching' | 'isPlaceholderData' | 'errorUpdateCount'
>;

/** Whether a list could not be had, also while it is tried again: rows of the search before are not its rows. */
export function hasFailed(query: Listed): boolean {
  const isTriedAgain = query.isFetching && query.errorUpdateCount > 0;
  return query.isError || (isTriedAgain && (query.isPlaceholderData || query.data === undefined));
}
