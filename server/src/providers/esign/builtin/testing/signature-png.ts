import { crc32, deflateSync } from 'node:zlib';

/** A picture of a signature: a dark wave on a transparent background. */
export function signaturePng(width = 240, height = 80): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 4);
    for (let x = 0; x < width; x += 1) {
      const isInk = Math.abs(y - height / 2 - Math.sin(x / 13) * height * 0.35) < 2.5;
      row.writeUInt32BE(isInk ? 0x10204fff : 0, 1 + x * 4);
    }
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return png(header, Buffer.concat(rows));
}

/** Declares a small size and decompresses to a hundred megabytes. */
export function bombPng(): Buffer {
  const header = Buffer.from([0, 0, 0, 10, 0, 0, 0, 10, 8, 6, 0, 0, 0]);
  return png(header, Buffer.alloc(100_000_000));
}

function png(header: Buffer, pixels: Buffer): Buffer {
  const mark = Buffer.from('89504e470d0a1a0a', 'hex');
  const body = chunk('IDAT', deflateSync(pixels));
  return Buffer.concat([mark, chunk('IHDR', header), body, chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
