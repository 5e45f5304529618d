import { ApiError } from '../../lib/http.ts';

/** Why nothing could be loaded: `away` is our own trouble or a provider's; without any answer it is the visitor's connection. */
export type Failure = 'failed' | 'away';

export function failureOf(error: unknown): Failure {
  return error instanceof ApiError && error.status !== undefined ? 'away' : 'failed';
}
