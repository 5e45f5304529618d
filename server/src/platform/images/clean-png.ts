import { crc32, inflateSync } from 'node:zlib';

export interface Png {
  bytes: Buffer;
  width: number;
  height: number;
}

interface Limits {
  max_width: number;
  max_height: number;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** What draws the image. Everything else, such as texts, positions and animations, is dropped. */
const RETAINED_CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
const ORDER = /^IHDR (PLTE )?(tRNS )?(IDAT )+IEND$/;
const [GRAY, RGB, INDEXED, GRAY_ALPHA, RGB_ALPHA] = [0, 2, 3, 4, 6];
/** Bytes per pixel, by color type: PDFs draw 8 bits per channel only. */
const BYTES_PER_PIXEL: Readonly<Record<number, number>> = {
  [GRAY]: 1,
  [RGB]: 3,
  [INDEXED]: 1,
  [GRAY_ALPHA]: 2,
  [RGB_ALPHA]: 4,
};
const LAST_FILTER = 4;

/**
 * The image as a PNG with nothing but its pixels; null if the bytes are not exactly one sound PNG within the limits. The pixels
 * are decompressed with their expected size as the limit, so that a small file cannot fill the memory here or elsewhere.
 */
export function cleanPng(bytes: Buffer, limits: Limits): Png | null {
  const kept = readChunks(bytes)?.filter(({ type }) => RETAINED_CHUNKS.has(type));
  const head = kept?.[0]?.data;
  if (!kept || head?.length !== 13 || !ORDER.test(kept.map(({ type }) => type).join(' '))) return null;
  const size = sizeOf(head, limits);
  if (!size || !hasColors(kept, size.color) || !hasPixels(kept, size)) return null;
  const { width, height } = size;
  return { bytes: Buffer.concat([SIGNATURE, ...kept.map(({ all }) => all)]), width, height };
}

interface Chunk {
  type: string;
  data: Buffer;
  /** With length, type and checksum. */
  all: Buffer;
}

/** Null if a length or a checksum is wrong, or anything follows the end. */
function readChunks(bytes: Buffer): Chunk[] | null {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null;
  const chunks: Chunk[] = [];
  let at = SIGNATURE.length;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      return null;
    const type = bytes.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), all: bytes.subarray(at, end) });
    if (type === 'IEND') return end === bytes.length ? chunks : null;
    at = end;
  }
  return null;
}

interface Size {
  width: number;
  height: number;
  color: number;
  line_bytes: number;
}

/** Null for sizes outside the limits, for interlaced images, and for other depths than 8 bits. */
function sizeOf(head: Buffer, { max_width, max_height }: Limits): Size | null {
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const [depth, color = 0, compression, filter, interlace] = head.subarray(8);
  const pixel = BYTES_PER_PIXEL[color];
  const isPlain = compression === 0 && filter === 0 && interlace === 0;
  if (!isPlain || pixel === undefined || depth !== 8) return null;
  if (width < 1 || height < 1 || width > max_width || height > max_height) return null;
  return { width, height, color, line_bytes: 1 + width * pixel };
}

/** Whether the palette and the transparent colors are what the color type needs. */
function hasColors(chunks: readonly Chunk[], color: number): boolean {
  const lengthOf = (name: string) => chunks.find(({ type }) => type === name)?.data.length;
  const [palette, transparent] = [lengthOf('PLTE'), lengthOf('tRNS')];
  if (palette === undefined ? color === INDEXED : color === GRAY || color === GRAY_ALPHA) return false;
  if (palette !== undefined && (palette < 3 || palette > 768 || palette % 3 !== 0)) return false;
  if (transparent === undefined) return true;
  if (color === INDEXED) return transparent <= (palette ?? 0) / 3;
  return transparent === (color === GRAY ? 2 : 6) && (color === GRAY || color === RGB);
}

function hasPixels(chunks: readonly Chunk[], { height, line_bytes }: Size): boolean {
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const size = height * line_bytes;
  try {
    const pixels = inflateSync(packed, { maxOutputLength: size });
    if (pixels.length !== size) return false;
    for (let line = 0; line < size; line += line_bytes) if ((pixels[line] ?? 0) > LAST_FILTER) return false;
    return true;
  } catch {
    return false;
  }
}
