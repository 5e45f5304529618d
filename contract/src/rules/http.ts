import { FIRST_RETRY_DELAY_MS } from './constants.ts';

/** Whether a request is retried: network failure, timeout, 5xx and 429 (0§7). */
export function isRetried({ result }: { result: number | 'network' | 'timeout' }): boolean {
  if (typeof result === 'string') return result === 'network' || result === 'timeout';
  return result === 429 || (result >= 500 && result <= 599);
}

/** Milliseconds before a retry, doubling: retry 1, 2, 3 wait 1000, 2000, 4000 (0§7). */
export function retryDelayMs({ retry }: { retry: number }): number {
  return FIRST_RETRY_DELAY_MS * 2 ** (retry - 1);
}
