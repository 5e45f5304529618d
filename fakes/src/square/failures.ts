import type { InjectedFailure } from '../provider-server.ts';

/** Square's response when its rate limit is exceeded. */
export function rateLimited(retryAfter?: number | string): InjectedFailure {
  const detail = 'This request was rate limited. Please retry later.';
  const headers = retryAfter === undefined ? {} : { headers: { 'retry-after': String(retryAfter) } };
  const errors = [{ category: 'RATE_LIMIT_ERROR', code: 'RATE_LIMITED', detail }];
  return { kind: 'answer', status: 429, body: { errors }, ...headers };
}

/** Square has an internal error (500), or is unavailable (502, 503, 504, with a response of its gateway). */
export function serverError(status: 500 | 502 | 503 | 504 = 500): InjectedFailure {
  const detail = 'An internal error has occurred, and the Square API team has been notified.';
  const errors = [{ category: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR', detail }];
  return { kind: 'answer', status, body: status === 500 ? { errors } : 'upstream connect error' };
}
