import { QR_SIZE_PX } from '@ledgerline/contract/rules';
import { describe, expect, it } from 'vitest';
import { drawReadableCode } from './qr-drawing.ts';

const LINK = `https://portal.example.com/secure/eyJhbGciOiJIUzI1NiJ9.${'x'.repeat(40)}.${'y'.repeat(43)}`;

/** A canvas of black and white pixels; a logo is a black square, `blot` times as wide as it claims. */
class PixelCanvas {
  width = 0;
  height = 0;
  fillStyle = '';
  readonly logos: number[] = [];
  readonly blackWidths = new Set<number>();
  #pixels = new Uint8ClampedArray();
  readonly #blot: number;

  constructor(blot = 1) {
    this.#blot = blot;
  }
  getContext() {
    this.#pixels = new Uint8ClampedArray(this.width * this.height * 4).fill(255);
    return this;
  }
  fillRect(left: number, top: number, width: number, height: number) {
    const shade = this.fillStyle === '#000' ? 0 : 255;
    if (shade === 0) this.blackWidths.add(width);
    for (let y = Math.max(0, top); y < Math.min(this.height, top + height); y += 1)
      for (let x = Math.max(0, left); x < Math.min(this.width, left + width); x += 1)
        this.#pixels.fill(shade, (y * this.width + x) * 4, (y * this.width + x) * 4 + 3);
  }
  drawImage(_image: unknown, left: number, top: number, width: number) {
    this.logos.push(width);
    this.fillStyle = '#000';
    const side = Math.round(width * this.#blot);
    const shift = Math.round((side - width) / 2);
    this.fillRect(left - shift, top - shift, side, side);
  }
  getImageData() {
    return { width: this.width, height: this.height, data: this.#pixels };
  }
}

function draw(canvas: PixelCanvas, hasLogo: boolean): boolean {
  return drawReadableCode(
    canvas as unknown as HTMLCanvasElement,
    LINK,
    hasLogo ? (new Image() as HTMLImageElement) : null,
  );
}

describe('a QR code', () => {
  it('is 200 px wide and decodes to its link', () => {
    const canvas = new PixelCanvas();
    expect(draw(canvas, false)).toBe(true);
    expect([canvas.width, canvas.height]).toEqual([QR_SIZE_PX, QR_SIZE_PX]);
    expect(canvas.logos).toEqual([]);
  });

  it.each([60, 90, 120, 160, 200])('has modules of equal size for links of any length, here %i', (length) => {
    const canvas = new PixelCanvas();
    const link = 'https://a.example/'.padEnd(length, 'xyz');
    expect(drawReadableCode(canvas as unknown as HTMLCanvasElement, link, null)).toBe(true);
    expect(canvas.blackWidths.size).toBe(1);
  });

  it('is still readable with a logo in its middle', () => {
    const canvas = new PixelCanvas();
    expect(draw(canvas, true)).toBe(true);
    expect(canvas.logos.length).toBeGreaterThan(0);
  });

  it('has a smaller logo when the first one covers too much', () => {
    const canvas = new PixelCanvas(3);
    expect(draw(canvas, true)).toBe(true);
    expect(canvas.logos.length).toBeGreaterThan(1);
    expect(canvas.logos).toEqual([...canvas.logos].sort((a, b) => b - a));
  });

  it('omits a logo that makes it unreadable at any size', () => {
    const canvas = new PixelCanvas(40);
    expect(draw(canvas, true)).toBe(true);
    expect(canvas.logos).toHaveLength(4);
  });
});
