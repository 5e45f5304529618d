import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Moves the row that Space has lifted by one place, and waits until `told`, which says where it is, says another place.
 * The list listens for arrows a moment after it has said what was lifted, so the key is pressed until it counts.
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
