import type { BodyInput, Endpoint, ParamsInput, QueryInput, ReplyOf } from '@ledgerline/contract/endpoint';
import type { ErrorBody } from '@ledgerline/contract/errors';
import { HTTP_TIMEOUT_MS, isRetried, MAX_RETRIES, retryDelayMs } from '@ledgerline/contract/rules';
import ky, { HTTPError, type KyInstance, NetworkError, TimeoutError } from 'ky';
import { ApiError, hasErrorCode } from './api-error.ts';
import { setConnected } from './connection.ts';
import { lenientBody } from './lenient-responses.ts';
import type { EndpointAddress, LightEndpoint } from './light-endpoints.ts';
import type { Sent } from './lock.ts';
import { fetchOf } from './started-calls.ts';
import { withUploadKey } from './upload-key.ts';

export interface CallInput<E extends Endpoint> {
  params?: ParamsInput<E>;
  query?: QueryInput<E>;
  body?: BodyInput<E>;
  signal?: AbortSignal;
  /** The idempotency key of a write that the caller may repeat; a new one per call by default. */
  idempotencyKey?: string;
  /** Additional headers documented by the endpoint. */
  headers?: Record<string, string>;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
}

/** Shown when a response does not match what this page knows; a page older than the server recovers by reloading. */
const UNREADABLE = {
  read: 'The server’s response could not be read. Please reload the page and try again.',
  // Outcome unknown: an immediate retry could execute it twice.
  write:
    'The server’s response could not be read. Please reload the page and check whether the change was made.',
} as const;

function resultOf(error: unknown): number | 'network' | 'timeout' | null {
  if (error instanceof HTTPError) return error.response.status;
  if (error instanceof TimeoutError) return 'timeout';
  return error instanceof NetworkError || error instanceof TypeError ? 'network' : null;
}

/**
 * The transport of 0§7: 30 s timeout, and up to three retries after 1, 2 and 4 s for network failures, timeouts, 5xx
 * and 429.
 */
export const transport: KyInstance = ky.create({
  timeout: HTTP_TIMEOUT_MS,
  retry: {
    limit: MAX_RETRIES,
    methods: ['get', 'post', 'put', 'patch', 'delete'],
    delay: (retry) => retryDelayMs({ retry }),
    afterStatusCodes: [],
    shouldRetry: ({ error }) => {
      const result = resultOf(error);
      // Reported on the first failure, not after the last retry.
      if (result === 'network') setConnected(false);
      return result !== null && isRetried({ result });
    },
  },
  hooks: { afterResponse: [() => setConnected(true)] },
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
  /** What a 401 means to this caller's pages; `token` is the rejected one. */
  onUnauthorized: (endpoint: EndpointAddress, token: string | null) => void;
  /** Prompts for the re-authentication a request was rejected for; returns whether it succeeded. */
  onReauthenticationNeeded?: () => Promise<boolean>;
  /** The session is locked: waits for unlocking, and returns whether it succeeded. */
  onLocked?: (sent: Sent) => Promise<boolean>;
  /** Two-factor authentication must be set up first (decision 057). */
  onTwoFactorMissing?: () => void;
}

/** Id of this browser tab, sent with writes so that it can ignore the events of its own changes. */
export const TAB_ID = crypto.randomUUID();

export interface Call {
  <E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<ReplyOf<E>>;
  <E extends Endpoint>(endpoint: LightEndpoint<E>, input?: CallInput<E>): Promise<ReplyOf<E>>;
}

/** Builds typed calls from endpoint objects; writes carry an idempotency key, so that a retry never executes twice. */
export function createCaller(options: CallerOptions): Call {
  return async <E extends Endpoint>(
    endpoint: E | LightEndpoint<E>,
    input: CallInput<E> = {},
  ): Promise<ReplyOf<E>> => {
    return readResponse(endpoint, await send(options, endpoint, input));
  };
}

/** The same for file responses. */
export function createFileCaller(options: CallerOptions) {
  return async <E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<Blob> => {
    const response = await send(options, endpoint, input);
    return readComplete(endpoint, response, () => response.blob());
  };
}

/** Uploads files as multipart; the caller provides the form fields. */
export function createUploader(options: CallerOptions) {
  return async <E extends Endpoint>(
    endpoint: E,
    form: FormData,
    input: CallInput<E> = {},
  ): Promise<ReplyOf<E>> => {
    return withUploadKey(urlOf(endpoint, input), form, async (idempotencyKey) =>
      readResponse(endpoint, await send(options, endpoint, { ...input, idempotencyKey }, form)),
    );
  };
}

/**
 * The only parser of server responses: an empty body, invalid JSON (a proxy's page) or a contract violation becomes a
 * readable error. Large, frequent responses skip validation, as on the server.
 */
export async function readResponse<E extends Endpoint>(
  endpoint: E | LightEndpoint<E>,
  response: Response,
): Promise<ReplyOf<E>> {
  const sent = jsonOf(await readComplete(endpoint, response, () => response.text()));
  const body = isObject(sent)
    ? lenientBody('reply' in endpoint ? endpoint.reply : undefined, sent)
    : undefined;
  if (isAnswer<E>(endpoint, body)) return body;
  console.error(`the response of ${endpoint.method} ${endpoint.path} could not be read`);
  throw new ApiError(
    new Error(UNREADABLE[endpoint.method === 'GET' ? 'read' : 'write']),
    response.status,
    undefined,
  );
}

/** A complete response; a connection lost halfway counts as no response, except that a write may have been executed. */
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
 * A request rejected for re-authentication or a locked session was not executed: it is resent once, with its key,
 * after unlocking (decisions 058, 060).
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
        // Automatic requests are no sign of user activity (decision 060).
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
