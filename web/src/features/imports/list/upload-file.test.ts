import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { uploadFile } from './upload-import.tsx';

/** Minimal fake of XMLHttpRequest for uploads. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly upload = new EventTarget();
  readonly headers = new Map<string, string>();
  status = 0;
  responseText = '';
  sent: unknown;
  open = vi.fn();
  constructor() {
    super();
    FakeRequest.last = this;
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  send(body: unknown) {
    this.sent = body;
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

function upload(signal = new AbortController().signal) {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  const onProgress = vi.fn();
  const done = uploadFile(new File(['a'], 'a.csv'), { onProgress, signal });
  return { done, onProgress, request: FakeRequest.last };
}

afterEach(() => vi.unstubAllGlobals());

describe('an upload', () => {
  test('reports progress and sends the tab id', () => {
    const { request, onProgress } = upload();
    request.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 3, total: 9 }));
    expect(onProgress).toHaveBeenCalledWith(3, 9);
    expect(request.open).toHaveBeenCalledWith('POST', '/api/imports');
    expect(request.headers.get('x-tab-id')).toBeTruthy();
    expect(request.sent).toBeInstanceOf(FormData);
  });

  test('fails with the server’s message when rejected', async () => {
    const { done, request } = upload();
    request.answer(400, { success: false, code: 'validation_failed', message: 'The file is empty.' });
    const error = await done.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message: 'The file is empty.', status: 400, code: 'validation_failed' });
  });

  test('fails with a message when a proxy responds with a page', async () => {
    const { done, request } = upload();
    request.answer(502, '<html>Bad gateway</html>');
    await expect(done).rejects.toMatchObject({ status: 502, message: expect.stringMatching(/\w/) });
  });

  test('reports when it cannot be sent', async () => {
    const { done, request } = upload();
    request.dispatchEvent(new Event('error'));
    await expect(done).rejects.toMatchObject({
      message: 'The file could not be sent. Please check the connection and try again.',
      status: undefined,
    });
  });

  test('stops when it is cancelled', async () => {
    const stop = new AbortController();
    const { done } = upload(stop.signal);
    stop.abort();
    await expect(done).rejects.toMatchObject({ name: 'AbortError' });
  });
});
