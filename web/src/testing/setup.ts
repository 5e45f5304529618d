import * as rules from '@ledgerline/contract/rules';
import { notifications } from '@mantine/notifications';
import { cleanup, configure, getConfig, prettyDOM } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { speedUpDom } from './quick-dom.ts';

configure({
  // Long enough for a busy machine: only hanging tests reach it.
  asyncUtilTimeout: 60_000,
  // Waiting for an element looks for it again and again: only the error that ends the wait prints the page.
  getElementError(message, container) {
    const page = isWaiting() ? '' : prettyDOM(container);
    const error = new Error([message, page].filter(Boolean).join('\n\n'));
    error.name = 'TestingLibraryElementError';
    return error;
  },
});

/** Whether the caller will try again: the library's own flag for leaving out expensive parts of an error. */
function isWaiting(): boolean {
  return Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
}

speedUpDom();

// Browser APIs that Mantine and the shell need and jsdom lacks.

class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Relative URLs resolve against the page, as in a browser; Node's own class has no page. */
const NodeRequest = globalThis.Request;
class PageRequest extends NodeRequest {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, location.href) : input, init);
  }
}

/** The width that `matchMedia` reports; `setWidth` changes it. */
let width = 1280;

export function setWidth(pixels: number): void {
  width = pixels;
}

function matches(query: string): boolean {
  const [, bound, size, unit] = /\((min|max)-width: ([\d.]+)(px|em)\)/.exec(query) ?? [];
  const limit = Number(size) * (unit === 'em' ? 16 : 1);
  return bound === 'min' ? width >= limit : bound === 'max' && width <= limit;
}

beforeEach(() => {
  // The 7 s before the last retry would be idle in every test of a failed request; http.test.ts checks them.
  vi.spyOn(rules, 'retryDelayMs').mockReturnValue(0);
  width = 1280;
  vi.stubGlobal('Request', PageRequest);
  vi.stubGlobal('ResizeObserver', NoResizeObserver);
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: matches(query),
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }));
  window.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
  // The notes editor reads its cursor position, sometimes a frame after its test has ended.
  Range.prototype.getClientRects = () => document.body.getClientRects();
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => {
  cleanup();
  notifications.clean();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
