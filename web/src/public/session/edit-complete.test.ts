import { afterEach, describe, expect, it, vi } from 'vitest';
import { notifyEditComplete } from './edit-complete.ts';

const opener = { postMessage: vi.fn() };

afterEach(() => {
  window.history.replaceState(null, '', '/');
  Object.assign(window, { opener: null });
  opener.postMessage.mockReset();
});

describe('the end of editing a form', () => {
  it('is posted to the window that opened it, of this origin only', () => {
    Object.assign(window, { opener });
    window.history.replaceState(null, '', '/forms/personal-info/a.b.c#edit=3');
    notifyEditComplete();
    expect(opener.postMessage).toHaveBeenCalledWith(
      { type: 'formEditComplete', sessionFormId: 3 },
      window.location.origin,
    );
  });

  it('is not posted when a client fills in their form', () => {
    window.history.replaceState(null, '', '/forms/personal-info/a.b.c#edit=3');
    expect(notifyEditComplete).not.toThrow();
    Object.assign(window, { opener });
    window.history.replaceState(null, '', '/forms/personal-info/a.b.c');
    notifyEditComplete();
    expect(opener.postMessage).not.toHaveBeenCalled();
  });
});
