import { expect, type Page } from '@playwright/test';

const recordedToasts = new WeakMap<Page, string[]>();

/**
 * Keeps what every notice of the page says. A notice closes by itself after seconds, in which a busy machine may not have
 * looked for it.
 */
export async function recordToasts(page: Page): Promise<void> {
  const texts: string[] = [];
  recordedToasts.set(page, texts);
  await page.exposeFunction('keepNotice', (text: string) => texts.push(text));
  await page.addInitScript(() => {
    const record: (text: string | null) => void = Reflect.get(window, 'keepNotice');
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        const toasts = node.matches('[role=alert]') ? [node] : node.querySelectorAll('[role=alert]');
        for (const toast of toasts) record(toast.textContent);
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** What the notices with these words said so far, the first one first. */
export function toastsWith(page: Page, message: string): string[] {
  return toastsOf(page).filter((text) => text.includes(message));
}

/** A notice has said these words, whether it is still there or not. */
export async function expectMessage(page: Page, message: string): Promise<void> {
  await expect.poll(() => toastsOf(page)).toContainEqual(expect.stringContaining(message));
}

function toastsOf(page: Page): string[] {
  const texts = recordedToasts.get(page);
  if (!texts) throw new Error('nobody keeps the notices of this page');
  return [...texts];
}
