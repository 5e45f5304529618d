import { MAX_LOGO_BYTES, MAX_LOGO_HEIGHT, MAX_LOGO_WIDTH } from '@ledgerline/contract/settings/endpoints';

/** SVG is left out: it can contain programs. */
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'];
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const PREFIX = 'data:image/png;base64,';

/** The image as a PNG in a data address, scaled down to the limits of a logo; it keeps nothing but its pixels. */
export async function logoOf(file: File): Promise<string> {
  if (!LOGO_TYPES.includes(file.type)) throw new Error('Choose a PNG, JPEG or WebP image.');
  if (file.size > MAX_FILE_BYTES) throw new Error('Choose an image of at most 10 MB.');
  const image = await createImageBitmap(file).catch(() => {
    throw new Error('This image could not be read. Choose another one.');
  });
  let scale = Math.min(1, MAX_LOGO_WIDTH / image.width, MAX_LOGO_HEIGHT / image.height);
  for (;;) {
    const drawn = draw(image, scale);
    if (base64Of(drawn).length * 0.75 <= MAX_LOGO_BYTES) return drawn;
    scale *= 0.8;
  }
}

function draw(image: ImageBitmap, scale: number): string {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot convert images.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}

/** The content of such an address. */
export const base64Of = (address: string): string => address.slice(PREFIX.length);
