import {
  CACHE_RETAINED_MS,
  CACHE_STALE_MS,
  MAX_QUERY_RETRY_DELAY_MS,
  MAX_RETRIES,
} from '@ledgerline/contract/rules';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isNotFound } from './api-error.ts';

/** Queries retry what the transport has not retried already (0§9; decisions M6). */
export function shouldRetryQuery(failures: number, error: unknown): boolean {
  return !(error instanceof ApiError) && failures < MAX_RETRIES;
}

export function queryRetryDelayMs(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, MAX_QUERY_RETRY_DELAY_MS);
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // Deleted data, or data the agent can no longer view (decision 071), is not shown in its previous state either.
      onError(error, query) {
        if (isNotFound(error) && query.state.data !== undefined) query.setState({ data: undefined });
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: CACHE_STALE_MS,
        gcTime: CACHE_RETAINED_MS,
        refetchOnWindowFocus: false,
        retry: shouldRetryQuery,
        retryDelay: queryRetryDelayMs,
      },
      // Without a connection an action fails visibly; a queued one would run when no longer expected.
      mutations: { networkMode: 'always' },
    },
  });
}
