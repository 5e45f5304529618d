import { type Browser, type BrowserContextOptions, type Page, test } from '@playwright/test';

/** A page in the browser of a client's phone, with nothing stored. */
export async function openPhone(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const { baseURL } = test.info().project.use;
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), ...phone, ...options });
  return context.newPage();
}
