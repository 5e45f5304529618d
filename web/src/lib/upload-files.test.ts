import { uploadTemplateDocuments } from '@ledgerline/contract/templates/endpoints';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { signInAs } from '../testing/sign-in.ts';
import { ApiError } from './api-error.ts';
import { uploadWithProgress } from './upload-files.ts';

class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly upload = new EventTarget();
  readonly headers = new Map<string, string>();
  status = 0;
  responseText = '';
  open = vi.fn();
  send = vi.fn();
  constructor() {
    super();
    FakeRequest.last = this;
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  abort() {
    this.dispatchEvent(new Event('abort'));
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.dispatchEvent(new Event('load'));
  }
}

function upload(signal?: AbortSignal) {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  const onProgress = vi.fn();
  const done = uploadWithProgress(uploadTemplateDocuments, new FormData(), {
    params: { id: 4 },
    onProgress,
    ...(signal ? { signal } : {}),
  });
  return { done, onProgress, request: FakeRequest.last };
}

afterEach(() => vi.unstubAllGlobals());

describe('an upload of files', () => {
  it('uses its endpoint’s URL, with token, tab id and idempotency key', async () => {
    const token = signInAs({ is_owner: true });
    const { request, done } = upload();
    expect(request.open).toHaveBeenCalledWith('POST', '/api/global-forms/4/documents');
    expect(request.headers.get('authorization')).toBe(`Bearer ${token}`);
    expect(request.headers.get('x-tab-id')).toBeTruthy();
    expect(request.headers.get('idempotency-key')).toBeTruthy();
    request.answer(201, { success: true, files: [] });
    expect(await done).toEqual({ success: true, files: [] });
  });

  it('reports its progress', () => {
    const { request, onProgress } = upload();
    request.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 3, total: 9 }));
    expect(onProgress).toHaveBeenCalledWith(3, 9);
  });

  it.each([
    [415, { success: false, code: 'unsupported_media_type', message: 'Not a PDF.' }, 'Not a PDF.'],
    [502, '<html>Bad gateway</html>', 'The server did not accept the file. Please try again.'],
    [201, { success: true }, 'The server did not accept the file. Please try again.'],
  ])('that ends with %i fails with a readable message', async (status, body, message) => {
    const { done, request } = upload();
    request.answer(status, body);
    const error = await done.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message, status });
  });

  it('fails when the connection is lost, and when it is stopped', async () => {
    const broken = upload();
    broken.request.dispatchEvent(new Event('error'));
    await expect(broken.done).rejects.toThrow('The file could not be sent.');
    const stop = new AbortController();
    const stopped = upload(stop.signal);
    stop.abort(new Error('stopped'));
    await expect(stopped.done).rejects.toThrow('stopped');
  });
});
