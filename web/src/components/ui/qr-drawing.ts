import { QR_MARGIN, QR_SIZE_PX } from '@ledgerline/contract/rules';
import { encodeQR } from 'qr';
import { decodeQR } from 'qr/decode.js';

/** Relative logo sizes to try, largest first; 0 is no logo (decisions I15). */
const LOGO_SHARES = [0.2, 0.16, 0.12, 0.08, 0];
const LOGO_SRC = '/assets/mark.svg';

/** Fetches the logo once; a code without one still works. */
export async function loadLogo(): Promise<HTMLImageElement | null> {
  const logo = new Image();
  logo.src = LOGO_SRC;
  try {
    await logo.decode();
    return logo;
  } catch (error) {
    console.warn('the logo of QR codes could not be loaded', error);
    return null;
  }
}

/**
 * Draws a text as a black and white QR code and decodes it as a phone would. The logo in its middle shrinks until
 * decoding works; returns false when even the plain code fails.
 */
export function drawReadableCode(
  canvas: HTMLCanvasElement,
  text: string,
  logo: HTMLImageElement | null,
): boolean {
  const modules = encodeQR(text, 'raw', { ecc: 'high', border: QR_MARGIN });
  const size = QR_SIZE_PX * Math.max(1, Math.ceil(window.devicePixelRatio));
  canvas.width = size;
  canvas.height = size;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) return false;
  const width = drawnWidth(modules, size);
  for (const share of logo ? LOGO_SHARES : [0]) {
    drawModules(pen, modules, size);
    if (logo && share > 0) drawLogo(pen, logo, size, width * share);
    if (readCode(pen, size) === text) return true;
  }
  return false;
}

function drawnWidth(modules: boolean[][], size: number): number {
  return Math.max(1, Math.floor(size / modules.length)) * modules.length;
}

/**
 * Every module is the same integer number of pixels wide and the rest becomes margin: uneven modules mislead
 * decoders.
 */
function drawModules(pen: CanvasRenderingContext2D, modules: boolean[][], size: number): void {
  const width = drawnWidth(modules, size);
  const side = width / modules.length;
  const start = Math.floor((size - width) / 2);
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, size, size);
  pen.fillStyle = '#000';
  for (const [y, row] of modules.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) pen.fillRect(start + x * side, start + y * side, side, side);
}

function drawLogo(pen: CanvasRenderingContext2D, logo: HTMLImageElement, size: number, width: number): void {
  const side = Math.round(width);
  const start = Math.round((size - side) / 2);
  const rim = Math.round(side * 0.08);
  pen.fillStyle = '#fff';
  pen.fillRect(start - rim, start - rim, side + 2 * rim, side + 2 * rim);
  pen.drawImage(logo, start, start, side, side);
}

/** Null when decoding fails. */
function readCode(pen: CanvasRenderingContext2D, size: number): string | null {
  try {
    return decodeQR(pen.getImageData(0, 0, size, size));
  } catch {
    return null; // the decoder throws when it finds no code
  }
}
