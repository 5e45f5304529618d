import { vi } from 'vitest';

/** The clipboard, which user-event replaces, as told by the test, until its end. */
export function stubClipboard(writeText: (text: string) => Promise<void>): void {
  // jsdom gives platform and userAgent only of the real navigator; the tooltips ask for them.
  const { platform, userAgent } = navigator;
  const own = {
    platform: { value: platform },
    userAgent: { value: userAgent },
    clipboard: { value: { writeText } },
  };
  vi.stubGlobal('navigator', Object.create(navigator, own));
}
