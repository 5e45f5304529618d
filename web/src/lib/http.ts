import type { BodyInput, Endpoint, ParamsInput, QueryInput, ReplyOf } from '@ledgerline/contract/endpoint';
import type { ErrorBody } from '@ledgerline/contract/errors';
import { HTTP_TIMEOUT_MS, isRetried, MAX_RETRIES, retryDelayMs } from '@ledgerline/contract/rules';
import ky, { HTTPError, type KyInstance, NetworkError, TimeoutError } from 'ky';
import { ApiError, hasErrorCode } from './api-error.ts';
import { noteConnection } from './connection.ts';
import { lenientBody } from './lenient-answers.ts';
import type { EndpointAddress, LightEndpoint } from './light-endpoints.ts';
import type { Sent } from './lock.ts';
import { fetchOf } from './started-calls.ts';
import { withUploadKey } from './upload-key.ts';

export interface CallInput<E extends Endpoint> {
  params?: ParamsInput<E>;
  query?: QueryInput<E>;
  body?: BodyInput<E>;
  signal?: AbortSignal;
  /** The one-time key of a write that the caller may repeat himself; a new one for every call unless given. */
  idempotencyKey?: string;
  /** Further headers that the endpoint documents. */
  headers?: Record<string, string>;
  /** Lets the call outlive the page that makes it. */
  keepalive?: boolean;
}

/** What people read when an answer is none that this page knows; a page older than the server helps itself by loading. */
const UNREADABLE = {
  read: 'The answer of the server could not be read. Please reload the page and try again.',
  // Done or not: a person who tries again at once may do it twice.
  write: 'The answer of the server could not be read. Please reload the page and look whether it was done.',
} as const;

function resultOf(error: unknown): number | 'network' | 'timeout' | null {
  if (error instanceof HTTPError) return error.response.status;
  if (error instanceof TimeoutError) return 'timeout';
  return error instanceof NetworkError || error instanceof TypeError ? 'network' : null;
}

/** The transport of 0§7: 30 s, and up to three retries after 1, 2 and 4 s for network failures, timeouts, 5xx and 429. */
export const transport: KyInstance = ky.create({
  timeout: HTTP_TIMEOUT_MS,
  retry: {
    limit: MAX_RETRIES,
    methods: ['get', 'post', 'put', 'patch', 'delete'],
    delay: (retry) => retryDelayMs({ retry }),
    afterStatusCodes: [],
    shouldRetry: ({ error }) => {
      const result = resultOf(error);
      // Said with the first failure, not after the last retry.
      if (result === 'network') noteConnection(false);
      return result !== null && isRetried({ result });
    },
  },
  hooks: { afterResponse: [() => noteConnection(true)] },
});

export function urlOf(endpoint: EndpointAddress, input: { params?: unknown; query?: unknown }): string {
  const params = new Map(Object.entries(input.params ?? {}));
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params.get(name))),
  );
  const query = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString();
  return `/api${path}${search ? `?${search}` : ''}`;
}

export interface CallerOptions {
  token: () => string | null;
  /** What a 401 means to this caller's pages; `token` is the one that was refused. */
  onUnauthorized: (endpoint: EndpointAddress, token: string | null) => void;
  /** Asks for the fresh proof that a call was refused for want of; whether it was given. */
  onReauthenticationNeeded?: () => Promise<boolean>;
  /** The sign-in is locked: waits until it is open again, and says whether it is. */
  onLocked?: (sent: Sent) => Promise<boolean>;
  /** A second step at sign-in has to be set up before anything else (decision 057). */
  onTwoFactorMissing?: () => void;
}

/** One browser tab, named in writes so that it can skip the echo of its own changes. */
export const TAB_ID = crypto.randomUUID();

export interface Call {
  <E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<ReplyOf<E>>;
  <E extends Endpoint>(endpoint: LightEndpoint<E>, input?: CallInput<E>): Promise<ReplyOf<E>>;
}

/** Makes typed calls from endpoint objects; writes carry a one-time key, so that a retry never does a thing twice. */
export function createCaller(options: CallerOptions): Call {
  return async <E extends Endpoint>(
    endpoint: E | LightEndpoint<E>,
    input: CallInput<E> = {},
  ): Promise<ReplyOf<E>> => {
    return readAnswer(endpoint, await send(options, endpoint, input));
  };
}

/** The same for answers that are files. */
export function createFileCaller(options: CallerOptions) {
  return async <E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<Blob> => {
    const response = await send(options, endpoint, input);
    return readComplete(endpoint, response, () => response.blob());
  };
}

/** Uploads files as multipart; the form's fields are the caller's. */
export function createUploader(options: CallerOptions) {
  return async <E extends Endpoint>(
    endpoint: E,
    form: FormData,
    input: CallInput<E> = {},
  ): Promise<ReplyOf<E>> => {
    return withUploadKey(urlOf(endpoint, input), form, async (idempotencyKey) =>
      readAnswer(endpoint, await send(options, endpoint, { ...input, idempotencyKey }, form)),
    );
  };
}

/**
 * The one place that reads what a server sent: empty, no JSON (a proxy's page), or not what the contract says is a sentence
 * for people. Hot answers, long lists, are taken as they come, as on the server.
 */
export async function readAnswer<E extends Endpoint>(
  endpoint: E | LightEndpoint<E>,
  response: Response,
): Promise<ReplyOf<E>> {
  const sent = jsonOf(await readComplete(endpoint, response, () => response.text()));
  const body = isObject(sent)
    ? lenientBody('reply' in endpoint ? endpoint.reply : undefined, sent)
    : undefined;
  if (isAnswer<E>(endpoint, body)) return body;
  console.error(`the answer to ${endpoint.name} could not be read`);
  throw new ApiError(
    new Error(UNREADABLE[endpoint.method === 'GET' ? 'read' : 'write']),
    response.status,
    undefined,
  );
}

/** All of an answer; a connection that breaks in the middle of it is like none, except that a write may have been done. */
async function readComplete<T>(
  { method }: EndpointAddress,
  { status }: Response,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (method === 'GET') throw new ApiError(error, undefined, undefined);
    throw new ApiError(new Error(UNREADABLE.write), status, undefined);
  }
}

function isAnswer<E extends Endpoint>(endpoint: E | LightEndpoint<E>, body: unknown): body is ReplyOf<E> {
  if (!isObject(body)) return false;
  return !('reply' in endpoint) || endpoint.isHot || endpoint.reply.safeParse(body).success;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * What needs a fresh proof, or was refused by a locked sign-in, was not done yet: it is sent once more, under its key, when
 * the proof was given (decisions 058, 060).
 */
async function send<E extends Endpoint>(
  options: CallerOptions,
  endpoint: EndpointAddress,
  input: CallInput<E>,
  form?: FormData,
) {
  const keyed = { ...input, idempotencyKey: input.idempotencyKey ?? crypto.randomUUID() };
  const sent = { at: Date.now(), token: options.token() };
  try {
    return await sendOnce(options, endpoint, keyed, form);
  } catch (error) {
    if (!hasErrorCode(error, 'proof_needed', 'locked')) throw error;
    const recovery = hasErrorCode(error, 'locked')
      ? options.onLocked?.(sent)
      : options.onReauthenticationNeeded?.();
    if (!(await recovery)) throw error;
    return sendOnce(options, endpoint, keyed, form);
  }
}

async function sendOnce<E extends Endpoint>(
  options: CallerOptions,
  endpoint: EndpointAddress,
  input: CallInput<E> & { idempotencyKey: string },
  form?: FormData,
) {
  const token = options.token();
  const { method } = endpoint;
  const isWrite = method !== 'GET';
  const url = urlOf(endpoint, input);
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  try {
    return await transport(url, {
      method,
      fetch: fetchOf({ method, url, token, body }),
      headers: {
        // What pages ask by themselves is no sign of somebody at the screen (decision 060).
        ...(token ? { authorization: `Bearer ${token}`, 'x-screen': '1' } : {}),
        ...(isWrite ? { 'x-tab-id': TAB_ID, 'idempotency-key': input.idempotencyKey } : {}),
        ...input.headers,
      },
      ...(form ? { body: form } : input.body === undefined ? {} : { json: input.body }),
      ...(input.signal ? { signal: input.signal } : {}),
      ...(input.keepalive ? { keepalive: true } : {}),
    });
  } catch (error) {
    if (!(error instanceof HTTPError)) throw new ApiError(error, undefined, undefined);
    const { status, statusText } = error.response;
    if (status === 401) options.onUnauthorized(endpoint, token);
    const apiError = new ApiError(error, status, errorBody(error.data), statusText);
    if (hasErrorCode(apiError, 'second_factor_missing')) options.onTwoFactorMissing?.();
    throw apiError;
  }
}

function errorBody(data: unknown): Partial<ErrorBody> | undefined {
  return isErrorBody(data) ? data : undefined;
}

function isErrorBody(data: unknown): data is Partial<ErrorBody> {
  return typeof data === 'object' && data !== null && 'message' in data && typeof data.message === 'string';
}
