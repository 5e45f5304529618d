import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { quickenDom } from './quick-dom.ts';

// What is waited for comes when it comes: the limit ends what hangs and does not judge how busy a machine is.
configure({ asyncUtilTimeout: 60_000 });

quickenDom();

// jsdom lacks what Mantine and the shell ask of a browser.

class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Addresses count from the page, as in a browser; Node's own class knows no page. */
const NodeRequest = globalThis.Request;
class PageRequest extends NodeRequest {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === 'string' ? new URL(input, location.href) : input, init);
  }
}

/** The width that `matchMedia` answers for; `setWidth` changes it. */
let width = 1280;

export function setWidth(pixels: number): void {
  width = pixels;
}

function matches(query: string): boolean {
  const atLeast = /\(min-width: (\d+)px\)/.exec(query)?.[1];
  return atLeast !== undefined && width >= Number(atLeast);
}

beforeEach(() => {
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
  // The note editor looks where its cursor is, at times a frame after its test has ended.
  Range.prototype.getClientRects = () => document.body.getClientRects();
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  localStorage.clear();
});

afterEach(() => {
  cleanup();
  notifications.clean();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
