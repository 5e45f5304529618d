import type { Endpoint, ParamsInput, QueryInput, ReplyOf } from '@ledgerline/contract/endpoint';
import type { ErrorBody } from '@ledgerline/contract/errors';
import { ApiError } from './api-error.ts';
import { TAB_ID, urlOf } from './http.ts';
import { withUploadKey } from './upload-key.ts';

export interface ProgressOptions<E extends Endpoint> {
  params?: ParamsInput<E>;
  query?: QueryInput<E>;
  /** Bytes sent so far, and in total. */
  onProgress?: (sent: number, total: number) => void;
  signal?: AbortSignal;
}

interface UploadOptions<E extends Endpoint> extends ProgressOptions<E> {
  token: string | null;
  onUnauthorized?: () => void;
}

/**
 * Uploads files as multipart. `fetch` reports no upload progress, and large files may exceed the 30 second limit of
 * other requests; hence XMLHttpRequest, without a timeout.
 */
export function sendWithProgress<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  options: UploadOptions<E>,
): Promise<ReplyOf<E>> {
  const url = urlOf(endpoint, { params: options.params, query: options.query });
  return withUploadKey(url, form, (key) => sendUnder(key, endpoint, url, form, options));
}

function sendUnder<E extends Endpoint>(
  key: string,
  endpoint: E,
  url: string,
  form: FormData,
  { token, onUnauthorized, onProgress, signal }: UploadOptions<E>,
): Promise<ReplyOf<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, url);
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('x-tab-id', TAB_ID);
    request.setRequestHeader('idempotency-key', key);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded, total));
    request.addEventListener('load', () => {
      const body = bodyOf(request.responseText);
      const reply = endpoint.reply.safeParse(body);
      if (isDone(request.status) && isReplyOf<E>(reply.data, reply.success)) return resolve(reply.data);
      if (request.status === 401) onUnauthorized?.();
      reject(new ApiError(new Error(UNREADABLE), request.status, body));
    });
    request.addEventListener('error', () => reject(new ApiError(new Error(BROKEN), undefined, undefined)));
    request.addEventListener('abort', () => reject(signal?.reason ?? new Error('The upload was stopped.')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

const BROKEN = 'The file could not be sent. Please check the connection and try again.';
const UNREADABLE = 'The server did not accept the file. Please try again.';

function isDone(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The endpoint's own schema has validated it. */
function isReplyOf<E extends Endpoint>(_data: unknown, isValid: boolean): _data is ReplyOf<E> {
  return isValid;
}

function bodyOf(text: string): Partial<ErrorBody> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    // A proxy's error page is not a response of this server; the status is enough.
    return undefined;
  }
}
