const INK = '#10264a';
/** Handwriting fonts installed with operating systems, best first. */
const SCRIPT_FONTS =
  '"Snell Roundhand", "Segoe Script", "Apple Chancery", "Dancing Script", "URW Chancery L", "Z003", "Brush Script MT", cursive';
const FONT_SIZE = 96;
const MARGIN = 12;
const MAX_WIDTH = 1000;
/** The server accepts at most 400,000 characters. */
const MAX_LENGTH = 390_000;

/** Draws a name as a signature; null where the browser cannot draw or the name is blank. */
export function typedPicture(name: string): string | null {
  const text = name.trim();
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context || text === '') return null;
  const font = `italic ${FONT_SIZE}px ${SCRIPT_FONTS}`;
  context.font = font;
  const width = Math.ceil(context.measureText(text).width) + FONT_SIZE;
  canvas.width = width;
  canvas.height = FONT_SIZE * 2;
  context.font = font;
  context.fillStyle = INK;
  context.textBaseline = 'middle';
  context.fillText(text, FONT_SIZE / 2, FONT_SIZE);
  return trimmedPicture(canvas);
}

/** Crops the canvas to the drawing; null for an empty canvas. */
export function trimmedPicture(canvas: HTMLCanvasElement): string | null {
  const context = canvas.getContext('2d');
  if (!context || canvas.width === 0 || canvas.height === 0) return null;
  const box = inkBox(context.getImageData(0, 0, canvas.width, canvas.height));
  if (!box) return null;
  for (let scale = Math.min(1, MAX_WIDTH / box.width); scale > 0.1; scale *= 0.7) {
    const image = cutOut(canvas, box, scale);
    if (image !== null && image.length <= MAX_LENGTH) return image;
  }
  return null;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

function inkBox({ data, width, height }: ImageData): Box | null {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[(y * width + x) * 4 + 3] ?? 0) < 8) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function cutOut(canvas: HTMLCanvasElement, box: Box, scale: number): string | null {
  const picture = document.createElement('canvas');
  picture.width = Math.ceil(box.width * scale) + MARGIN * 2;
  picture.height = Math.ceil(box.height * scale) + MARGIN * 2;
  const context = picture.getContext('2d');
  if (!context) return null;
  const { left, top, width, height } = box;
  context.drawImage(canvas, left, top, width, height, MARGIN, MARGIN, width * scale, height * scale);
  return picture.toDataURL('image/png');
}
