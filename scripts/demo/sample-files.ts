import { crc32, deflateSync } from 'node:zlib';
import { pageBreak, paragraph, sampleDocument } from '../sample-documents/sample-writer.ts';

/** A letter-size document with a title and one page per text. */
export async function samplePdf(title: string, texts: readonly string[], at: Date): Promise<Buffer> {
  const parts = texts.flatMap((text, n) => [...(n === 0 ? [] : [pageBreak]), paragraph(text)]);
  return Buffer.from(await sampleDocument({ title, subtitle: 'For your records', parts }, at));
}

/** A picture that resembles a photo of a card on a table: three colored areas. */
export function samplePicture(width = 480, height = 300): Buffer {
  const colorAt = (x: number, y: number): number => {
    const isCard = x > 40 && x < width - 40 && y > 40 && y < height - 40;
    if (!isCard) return 0x6b5b4dff;
    if (x < 170 && x > 70 && y > 90 && y < 210) return 0xb7c3d0ff;
    const isLine = x > 200 && x < width - 80 && y > 90 && (y - 90) % 34 < 10 && y < 210;
    return isLine ? 0x33475bff : 0xe9eef3ff;
  };
  return picture(width, height, colorAt);
}

/** A picture that resembles a signature drawn with a finger. */
export function sampleSignature(width = 240, height = 80): Buffer {
  return picture(width, height, (x, y) => {
    const swing = Math.sin(x / 13) * Math.cos(x / 47) * height * 0.36 + (x - width / 2) * -0.06;
    const isInside = x > 12 && x < width - 12;
    return isInside && Math.abs(y - height / 2 - swing) < 2.2 ? 0x10204fff : 0;
  });
}

function picture(width: number, height: number, colorAt: (x: number, y: number) => number): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 4);
    for (let x = 0; x < width; x++) row.writeUInt32BE(colorAt(x, y), 1 + x * 4);
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const body = chunk('IDAT', deflateSync(Buffer.concat(rows)));
  const mark = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([mark, chunk('IHDR', header), body, chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), body]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
