/** SVG is excluded because it can contain scripts. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'];
const MAX_FILE_BYTES = 10 * 1024 * 1024;
const PREFIX = 'data:image/png;base64,';

export interface ImageLimits {
  width: number;
  height: number;
  bytes: number;
  /** Crops to the largest square in the middle. */
  isSquare?: boolean;
}

/** The image as a data URL of a PNG without metadata, scaled down to the limits. */
export async function fitImage(file: File, limits: ImageLimits): Promise<string> {
  if (!IMAGE_TYPES.includes(file.type)) throw new Error('Choose a PNG, JPEG or WebP image.');
  if (file.size > MAX_FILE_BYTES) throw new Error('Choose an image of at most 10 MB.');
  const image = await createImageBitmap(file).catch(() => {
    throw new Error('This image could not be read. Choose another one.');
  });
  const part = limits.isSquare ? squareOf(image) : { x: 0, y: 0, width: image.width, height: image.height };
  let scale = Math.min(1, limits.width / part.width, limits.height / part.height);
  for (;;) {
    const drawn = draw(image, part, scale);
    if (base64Of(drawn).length * 0.75 <= limits.bytes) return drawn;
    scale *= 0.8;
  }
}

interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The largest square in the middle. */
export function squareOf({ width, height }: Pick<Part, 'width' | 'height'>): Part {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), width: side, height: side };
}

function draw(image: ImageBitmap, { x, y, width, height }: Part, scale: number): string {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot convert images.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}

/** The content of a data URL. */
export const base64Of = (address: string): string => address.slice(PREFIX.length);
