import { setTimeout as sleep } from 'node:timers/promises';
import { deadlineLeftMs } from '#platform/http/request-deadline.ts';
import type { Log } from '#platform/log.ts';

export interface HttpCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: string;
  timeoutMs?: number;
}

export interface HttpResponse {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** The call got no response; whether it took effect is unknown. */
export class ConnectionError extends Error {
  readonly isTimeout: boolean;
  constructor(message: string, isTimeout: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConnectionError';
    this.isTimeout = isTimeout;
  }
}

export interface HttpClientOptions {
  /** The provider's name, for the log. */
  name: string;
  log: Log;
  /** Response header with the provider's ID of the call, for its support. */
  traceHeader?: string;
  /** Replaced in tests, which do not really wait. */
  wait?: (ms: number) => Promise<unknown>;
  fetch?: typeof fetch;
}

/**
 * How long to wait before a retry, in milliseconds; null to stop. `tries` have been made; `outcome` is the last one's response
 * or failure.
 */
export type RetryPolicy = (outcome: HttpResponse | ConnectionError, tries: number) => number | null;

export interface HttpClient {
  /**
   * The last response, whatever its status, after as many tries as the policy and the deadline allow; ConnectionError when
   * there is none.
   */
  send(call: HttpCall, retry: RetryPolicy): Promise<HttpResponse>;
}

const TIMEOUT_MS = 20_000;

/**
 * HTTP to a provider on plain fetch: timeouts, retries by policy, one log line per try. Bodies, headers and query strings are
 * never logged, because they contain personal data and keys.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const wait = options.wait ?? sleep;
  return {
    async send(call, retry) {
      for (let tries = 1; ; tries += 1) {
        const outcome = await attempt(options, call, tries);
        const delay = retry(outcome, tries);
        if (delay === null || delay >= deadlineLeftMs()) {
          if (outcome instanceof ConnectionError) throw outcome;
          return outcome;
        }
        await wait(delay);
      }
    },
  };
}

async function attempt(
  { name, log, traceHeader, fetch: request = fetch }: HttpClientOptions,
  { method, url, headers, body, timeoutMs = TIMEOUT_MS }: HttpCall,
  tries: number,
): Promise<HttpResponse | ConnectionError> {
  const left = deadlineLeftMs();
  if (left <= 0)
    return new ConnectionError(`${name} was not called: the request’s deadline has passed`, true);
  const started = performance.now();
  const note = { provider: name, method, path: url.pathname, tries };
  try {
    const response = await request(url, {
      method,
      headers: { ...headers },
      ...(body === undefined ? {} : { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(Math.ceil(Math.min(timeoutMs, left))),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const { status } = response;
    const trace = traceHeader ? response.headers.get(traceHeader) : null;
    const line = { ...note, status, trace, ms: Math.round(performance.now() - started) };
    if (status >= 400) log.warn(line, 'provider rejected a call');
    else log.debug(line, 'provider answered');
    return { status, headers: response.headers, bytes };
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    log.warn({ ...note, ms: Math.round(performance.now() - started), err: error }, 'provider not reached');
    const message = isTimeout
      ? `${name} did not answer in time`
      : `${name} could not be reached${codeOf(error)}`;
    return new ConnectionError(message, isTimeout, { cause: error });
  }
}

/** ` (ENOTFOUND)`: fetch reports only that it failed; the reason is in the cause. */
function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return ` (${at.code})`;
  }
  return '';
}

/** 1, 2, 4 … seconds, half of it random, so that many callers do not retry at the same moment. */
export function backoff(tries: number): number {
  const full = 1000 * 2 ** (tries - 1);
  return full / 2 + Math.random() * (full / 2);
}

/** The Retry-After header in milliseconds: seconds or a date (RFC 9110, 10.2.3); null when there is none. */
export function retryAfterMs(headers: Headers, now: Date): number | null {
  const text = headers.get('retry-after');
  if (text === null || text.trim() === '') return null;
  const seconds = Number(text);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
