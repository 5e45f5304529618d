import type { Locator, Page } from '@playwright/test';

const MAX_STOPS = 60;

/** Presses Tab until the target has the focus, also inside a frame. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const isThere = () =>
    target.evaluate(
      (element) => element.ownerDocument.hasFocus() && element.ownerDocument.activeElement === element,
    );
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not reach ${target}`);
}
