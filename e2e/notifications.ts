import { expect, type Page } from '@playwright/test';

const kept = new WeakMap<Page, string[]>();

/**
 * Keeps what every notice of the page says. A notice closes by itself after seconds, in which a busy machine may not have
 * looked for it.
 */
export async function keepNotices(page: Page): Promise<void> {
  const texts: string[] = [];
  kept.set(page, texts);
  await page.exposeFunction('keepNotice', (text: string) => texts.push(text));
  await page.addInitScript(() => {
    const keep: (text: string | null) => void = Reflect.get(window, 'keepNotice');
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue;
        const notices = node.matches('[role=alert]') ? [node] : node.querySelectorAll('[role=alert]');
        for (const notice of notices) keep(notice.textContent);
      }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** What the notices with these words said so far, the first one first. */
export function noticesWith(page: Page, words: string): string[] {
  return noticesOf(page).filter((text) => text.includes(words));
}

/** A notice has said these words, whether it is still there or not. */
export async function isSaid(page: Page, words: string): Promise<void> {
  await expect.poll(() => noticesOf(page)).toContainEqual(expect.stringContaining(words));
}

function noticesOf(page: Page): string[] {
  const texts = kept.get(page);
  if (!texts) throw new Error('nobody keeps the notices of this page');
  return [...texts];
}
