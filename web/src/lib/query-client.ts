import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './http.ts';

const MINUTE_MS = 60_000;
const MAX_RETRIES = 3;
const MAX_DELAY_MS = 30_000;

/** Queries retry what the call layer has not tried already (0§9; decisions M6). */
export function shouldRetryQuery(failures: number, error: unknown): boolean {
  return !(error instanceof ApiError) && failures < MAX_RETRIES;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * MINUTE_MS,
        gcTime: 10 * MINUTE_MS,
        refetchOnWindowFocus: false,
        retry: shouldRetryQuery,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, MAX_DELAY_MS),
      },
    },
  });
}
