import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type { ErrorBody } from '@ledgerline/contract/errors';
import { uploadImport } from '@ledgerline/contract/imports/endpoints';
import { endSignIn } from '../../lib/api.ts';
import { ApiError, TAB_ID, urlOf } from '../../lib/http.ts';
import { storedToken } from '../../lib/sign-in.ts';

interface UploadOptions {
  /** Bytes sent so far, and all of them. */
  onProgress: (sent: number, total: number) => void;
  signal: AbortSignal;
}

/**
 * Sends one file. `fetch` does not tell how far an upload has come, and a large file may take longer than the 30
 * seconds of other calls; hence XMLHttpRequest, without a time limit, and Cancel.
 */
export function uploadFile(file: File, options: UploadOptions): Promise<ReplyOf<typeof uploadImport>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const token = storedToken();
    request.open(uploadImport.method, urlOf(uploadImport, {}));
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('x-tab-id', TAB_ID);
    request.setRequestHeader('idempotency-key', crypto.randomUUID());
    request.upload.addEventListener('progress', ({ loaded, total }) => options.onProgress(loaded, total));
    request.addEventListener('load', () => {
      const body = bodyOf(request.responseText);
      const reply = uploadImport.reply.safeParse(body);
      if (request.status === uploadImport.status && reply.success) return resolve(reply.data);
      if (request.status === 401 && token === storedToken()) endSignIn();
      reject(new ApiError(new Error(UNREADABLE), request.status, body));
    });
    request.addEventListener('error', () => reject(new ApiError(new Error(BROKEN), undefined, undefined)));
    request.addEventListener('abort', () => reject(options.signal.reason));
    options.signal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}

const BROKEN = 'The file could not be sent. Please check the connection and try again.';
const UNREADABLE = 'The server did not take the file. Please try again.';

function bodyOf(text: string): Partial<ErrorBody> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    // A proxy's error page is no answer of this server; the status says the rest.
    return undefined;
  }
}
