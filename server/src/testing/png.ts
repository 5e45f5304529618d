import { crc32, deflateSync } from 'node:zlib';

/** A chunk of a PNG with its checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

interface PngOptions {
  width?: number;
  height?: number;
  /** Between head and pixels. */
  extra?: Buffer[];
  /** Instead of as many as the size needs. */
  pixels?: Buffer;
  interlace?: number;
  /** Bits per channel and color type; RGB with 8 bits by default. */
  depth?: number;
  color?: number;
}

/** A PNG in one color; other color types than RGB need `pixels`. */
export function buildPng({
  width = 120,
  height = 40,
  extra = [],
  pixels,
  interlace = 0,
  depth = 8,
  color = 2,
}: PngOptions = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, color, 0, 0, interlace], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x99)]);
  const image = pixels ?? Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', head),
    ...extra,
    pngChunk('IDAT', deflateSync(image)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
