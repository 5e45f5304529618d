import { vi } from 'vitest';
import * as drawing from '../qr-drawing.ts';

/** Replaces the drawing of QR codes until the end of the test: jsdom does not paint and has no canvas. */
export function replaceCodeDrawing(isReadable = true): void {
  vi.spyOn(drawing, 'loadLogo').mockResolvedValue(null);
  vi.spyOn(drawing, 'drawReadableCode').mockReturnValue(isReadable);
}
