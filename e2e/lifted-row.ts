import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Moves the row that Space has lifted by one position, and waits until `announcement`, which names its position, changes.
 * The list handles arrow keys only a moment after it has announced the lifted row, so the key is pressed until it works.
 */
export async function moveLifted(
  page: Page,
  key: 'ArrowUp' | 'ArrowDown',
  announcement: Locator,
): Promise<void> {
  await expect(announcement).toBeAttached();
  const before = (await announcement.textContent()) ?? '';
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(announcement).not.toHaveText(before, { timeout: 1000 });
  }).toPass();
}
