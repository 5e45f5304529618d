import { expect, type Page } from '@playwright/test';

const recordedToasts = new WeakMap<Page, string[]>();

/**
 * Records the text of every toast on the page. A toast closes by itself after a few seconds, which can be too short for a test on
 * a busy machine to find it.
 */
export async function recordToasts(page: Page): Promise<void> {
  const texts: string[] = [];
  recordedToasts.set(page, texts);
  await page.exposeFunction('recordToast', (text: string) => texts.push(text));
  await page.addInitScript(() => {
    const record: (text: string | null) => void = Reflect.get(window, 'recordToast');
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        const toasts = node.matches('[role=alert]') ? [node] : node.querySelectorAll('[role=alert]');
        for (const toast of toasts) record(toast.textContent);
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** The texts of all toasts so far that contain this message, oldest first. */
export function toastsWith(page: Page, message: string): string[] {
  return toastsOf(page).filter((text) => text.includes(message));
}

/** A toast with this message was shown, whether it is still visible or not. */
export async function expectMessage(page: Page, message: string): Promise<void> {
  await expect.poll(() => toastsOf(page)).toContainEqual(expect.stringContaining(message));
}

function toastsOf(page: Page): string[] {
  const texts = recordedToasts.get(page);
  if (!texts) throw new Error('the toasts of this page are not recorded');
  return [...texts];
}
