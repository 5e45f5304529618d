import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';

/** From 0 to 100; text stays sharp, and a screen is about 40 KB. */
const QUALITY = 82;
/** Pixels around a part. */
const MARGIN = 12;

/** Saves a page or a part of it as WebP. The browser encodes it, so no image library is needed. */
export async function takeWebp(page: Page, file: string, part?: Locator): Promise<void> {
  const box = part ? await part.first().boundingBox() : null;
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const left = Math.max(0, (box?.x ?? 0) - MARGIN);
  const top = Math.max(0, (box?.y ?? 0) - MARGIN);
  const right = Math.min(width, box ? box.x + box.width + MARGIN : width);
  const bottom = Math.min(height, box ? box.y + box.height + MARGIN : height);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    clip: { x: left, y: top, width: right - left, height: bottom - top, scale: 1 },
  });
  await writeFile(file, Buffer.from(data, 'base64'));
}
