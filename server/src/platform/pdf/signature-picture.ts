import { inflateSync } from 'node:zlib';
import { EsignError } from '#platform/ports/esign.ts';

/** How a signature begins as browsers send and show it: as a data URL. */
export const PNG_PREFIX = 'data:image/png;base64,';

const LARGEST_BYTES = 1024 * 1024;
const LARGEST_SIDE = 4000;
const LARGEST_AREA = 2_000_000;
const MARK = Buffer.from('89504e470d0a1a0a', 'hex');

/** The bytes of a picture in a data URL. */
export function pictureOf(url: string): Buffer {
  return Buffer.from(url.slice(PNG_PREFIX.length), 'base64');
}

/** A drawable PNG that does not decompress to more than its declared size; EsignError `invalid` otherwise. */
export async function checkPicture(image: Buffer): Promise<void> {
  if (!image.subarray(0, 8).equals(MARK) || image.length < 34 || image.length > LARGEST_BYTES) {
    throw invalid('Signature: a PNG picture is needed.');
  }
  const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)];
  const isTooLarge = width > LARGEST_SIDE || height > LARGEST_SIDE || width * height > LARGEST_AREA;
  if (!width || !height || isTooLarge) throw invalid('Signature: the picture is too large.');
  // The library takes 14 MB of memory, so a server loads it with the first picture.
  const { PDF } = await import('@libpdf/core');
  try {
    // At most eight bytes per pixel and one filter byte per line, doubled for interlaced images.
    inflateSync(pixelData(image), { maxOutputLength: width * height * 8 + height * 16 });
    PDF.create().embedPng(image);
  } catch (error) {
    throw invalid('Signature: the picture cannot be read.', error);
  }
}

function pixelData(image: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = MARK.length; at + 12 <= image.length; ) {
    const length = image.readUInt32BE(at);
    if (image.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(image.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return Buffer.concat(parts);
}

function invalid(message: string, cause?: unknown): EsignError {
  return new EsignError('invalid', message, { cause });
}
