import type { Page } from '@playwright/test';
import jsqr from 'jsqr';

/** Reads the QR code on the screen as a phone's camera would: from a screenshot, with a decoder the product does not use. */
export async function codeOnScreen(page: Page): Promise<string> {
  const picture = await page.screenshot();
  const { width, height, pixels } = await pixelsOf(page, picture.toString('base64'));
  const found = jsqr.default(new Uint8ClampedArray(Buffer.from(pixels, 'base64')), width, height);
  if (!found) throw new Error('no readable QR code is on the screen');
  return found.data;
}

/** Decodes the PNG in the browser, on an empty page because the content security policy of the portal forbids it. */
async function pixelsOf(page: Page, png: string) {
  const blank = await page.context().newPage();
  try {
    return await blank.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const { width, height } = bitmap;
      const drawing = new OffscreenCanvas(width, height).getContext('2d');
      if (!drawing) throw new Error('the browser has no canvas');
      drawing.drawImage(bitmap, 0, 0);
      const { data } = drawing.getImageData(0, 0, width, height);
      const CHUNK = 0x8000;
      let text = '';
      for (let at = 0; at < data.length; at += CHUNK)
        text += String.fromCharCode(...data.subarray(at, at + CHUNK));
      return { width, height, pixels: btoa(text) };
    }, png);
  } finally {
    await blank.close();
  }
}
