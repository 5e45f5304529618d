import { vi } from 'vitest';

/** Mocks the clipboard, which user-event replaces, until the test ends. */
export function stubClipboard(writeText: (text: string) => Promise<void>): void {
  // jsdom defines platform and userAgent only on the real navigator; the tooltips need them.
  const { platform, userAgent } = navigator;
  const own = {
    platform: { value: platform },
    userAgent: { value: userAgent },
    clipboard: { value: { writeText } },
  };
  vi.stubGlobal('navigator', Object.create(navigator, own));
}
