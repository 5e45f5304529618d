import type { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import { deadlineLeftMs } from '#platform/http/request-deadline.ts';
import type { Log } from '#platform/log.ts';
import { PaymentError } from '#platform/ports/payments.ts';
import {
  backoff,
  ConnectionError,
  createHttpClient,
  type HttpCall,
  type HttpResponse,
  type RetryPolicy,
  retryAfterMs,
} from '../../http/client.ts';
import { jsonOf } from '../../http/json-text.ts';
import type { SquareAccount } from './accounts.ts';
import { errorsOf, SquareError } from './square-error.ts';

/** The newest version of the official contract that the adapter is tested with. */
const SQUARE_VERSION = '2025-08-20';
const MAX_ATTEMPTS = 3;
/** Square does not publish its limits; two or three concurrent calls are safe. */
const MAX_CONCURRENT = 3;
/** An interactive caller does not wait longer; a job retries by itself. */
const MAX_DELAY_MS = 10_000;
const TIMEOUT_MS = 10_000;

/** One account at Square. Paths are lists of segments, which are encoded. Errors: PaymentError. */
export interface SquareClient {
  readonly account: SquareAccount;
  get<S extends z.ZodType>(path: readonly string[], shape: S, query?: Query): Promise<z.output<S>>;
  post<S extends z.ZodType>(path: readonly string[], body: object, shape: S): Promise<z.output<S>>;
  delete(path: readonly string[], query: Query): Promise<void>;
}

type Query = Readonly<Record<string, string>>;

export interface SquareClientOptions {
  baseUrl: string;
  clock: Clock;
  log: Log;
  wait?: (ms: number) => Promise<unknown>;
  fetch?: typeof fetch;
}

export function createSquareClient(account: SquareAccount, options: SquareClientOptions): SquareClient {
  const http = createHttpClient({ ...options, name: `square ${account.account}` });
  const atMost = createGate(MAX_CONCURRENT);
  const retry = retryPolicy(options.clock);
  const headers = {
    authorization: `Bearer ${account.accessToken}`,
    'square-version': SQUARE_VERSION,
    'content-type': 'application/json',
    accept: 'application/json',
  };
  const request = async (call: Pick<HttpCall, 'method' | 'url' | 'body'>) =>
    read(
      account,
      options.log,
      await send(() => atMost(() => http.send({ ...call, headers, timeoutMs: TIMEOUT_MS }, retry))),
    );
  const at = (path: readonly string[], query: Query = {}) => requestUrl(options.baseUrl, path, query);
  return {
    account,
    async get(path, shape, query) {
      return parseResponse(
        account,
        options.log,
        shape,
        await request({ method: 'GET', url: at(path, query) }),
      );
    },
    async post(path, body, shape) {
      const call = { method: 'POST', url: at(path), body: JSON.stringify(body) } as const;
      return parseResponse(account, options.log, shape, await request(call));
    },
    async delete(path, query) {
      await request({ method: 'DELETE', url: at(path, query) });
    },
  };
}

/** Retries whatever may not have taken effect, or whose response was lost: the idempotency key makes the repeat harmless. */
function retryPolicy(clock: Clock): RetryPolicy {
  return (outcome, attempts) => {
    if (attempts >= MAX_ATTEMPTS) return null;
    if (outcome instanceof ConnectionError) return backoff(attempts);
    if (outcome.status !== 429 && outcome.status !== 408 && outcome.status < 500) return null;
    const delay = Math.max(retryAfterMs(outcome.headers, clock.now()) ?? 0, backoff(attempts));
    return delay <= MAX_DELAY_MS ? delay : null;
  };
}

function requestUrl(baseUrl: string, path: readonly string[], query: Query): URL {
  // A segment of dots would change the path.
  if (path.some((part) => /^\.*$/.test(part))) throw new PaymentError('not_found', 'an id is empty');
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}/${path.map(encodeURIComponent).join('/')}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

async function send(call: () => Promise<HttpResponse>): Promise<HttpResponse> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ConnectionError)
      throw new PaymentError('unavailable', error.message, { cause: error });
    throw error;
  }
}

function read({ account }: SquareAccount, log: Log, answer: HttpResponse): unknown {
  const body = jsonOf(answer.bytes);
  if (answer.status < 300) return body;
  const error = new SquareError(account, answer.status, errorsOf(body));
  if (error.isForbidden) log.error({ account, status: answer.status }, 'square rejects the access token');
  log.warn({ account, status: answer.status, reason: error.message }, 'square rejected a call');
  throw error;
}

function parseResponse<S extends z.ZodType>(
  account: SquareAccount,
  log: Log,
  shape: S,
  body: unknown,
): z.output<S> {
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => issue.path.join('.'));
  log.error({ account: account.account, fields }, 'square returned an undocumented response shape');
  throw new PaymentError('unavailable', `square ${account.account} returned an unknown response shape`);
}

/** Runs at most `most` tasks at once; the others wait in a queue until their caller's deadline. */
export function createGate(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < most) running += 1;
    else await waitInQueue(waiting);
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

function waitInQueue(queue: (() => void)[]): Promise<void> {
  const left = deadlineLeftMs();
  return new Promise((resolve, reject) => {
    const enter = () => {
      clearTimeout(timer);
      resolve();
    };
    const leave = () => {
      queue.splice(queue.indexOf(enter), 1);
      reject(new ConnectionError('other calls took too long', true));
    };
    const timer = Number.isFinite(left) ? setTimeout(leave, Math.max(0, left)) : undefined;
    queue.push(enter);
  });
}
