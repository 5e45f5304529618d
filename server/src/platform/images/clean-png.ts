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
/** Values per pixel, by color type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * The image as a PNG with nothing but its pixels; null if the bytes are not exactly one sound PNG within the limits. The pixels
 * are decompressed with their expected size as the limit, so that a small file cannot fill the memory here or elsewhere.
 */
export function cleanPng(bytes: Buffer, limits: Limits): Png | null {
  const chunks = readChunks(bytes);
  const head = chunks?.[0];
  if (!chunks || head?.type !== 'IHDR' || head.data.length !== 13) return null;
  if (chunks.filter(({ type }) => type === 'IHDR').length !== 1 || chunks.at(-1)?.type !== 'IEND')
    return null;
  const size = pixelBytes(head.data, limits);
  if (size === null || !hasPixels(chunks, size)) return null;
  const kept = chunks.filter(({ type }) => RETAINED_CHUNKS.has(type)).map(({ all }) => all);
  return {
    bytes: Buffer.concat([SIGNATURE, ...kept]),
    width: head.data.readUInt32BE(0),
    height: head.data.readUInt32BE(4),
  };
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

/** How many bytes the pixels take; null for sizes outside the limits and for interlaced images. */
function pixelBytes(head: Buffer, { max_width, max_height }: Limits): number | null {
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const [depth = 0, color = 0, compression, filter, interlace] = head.subarray(8);
  const channels = CHANNELS[color];
  const isPlain = compression === 0 && filter === 0 && interlace === 0;
  if (!isPlain || channels === undefined || ![1, 2, 4, 8].includes(depth)) return null;
  if (width < 1 || height < 1 || width > max_width || height > max_height) return null;
  return height * (1 + Math.ceil((width * channels * depth) / 8));
}

function hasPixels(chunks: readonly Chunk[], size: number): boolean {
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  try {
    return inflateSync(packed, { maxOutputLength: size }).length === size;
  } catch {
    return false;
  }
}
