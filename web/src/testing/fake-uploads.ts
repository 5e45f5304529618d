import { vi } from 'vitest';

/**
 * Routes uploads, which use XMLHttpRequest for their progress, to the fake server. Returns the forms that were sent.
 * Without a response, an upload stays at `percent`.
 */
export function fakeUploads(percent = 50): FormData[] {
  const sent: FormData[] = [];
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    responseText = '';
    #method = '';
    #url = '';
    open(method: string, url: string) {
      this.#method = method;
      this.#url = url;
    }
    setRequestHeader() {}
    abort() {
      this.dispatchEvent(new Event('abort'));
    }
    async send(form: FormData) {
      sent.push(form);
      this.upload.dispatchEvent(
        new ProgressEvent('progress', { loaded: (percent / 10) * 1024, total: 10 * 1024 }),
      );
      const answer = await fetch(this.#url, { method: this.#method, body: 'files' });
      this.status = answer.status;
      this.responseText = await answer.text();
      this.dispatchEvent(new Event('load'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  return sent;
}
