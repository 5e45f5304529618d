import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/**
 * A Bloom filter of common and breached passwords: 2^23 bits, 11 bits per password. With 500,000 passwords it
 * matches every one of them and 1 in 3,000 others.
 */
const BITS = 2 ** 23;
const HASHES = 11;
export const FILTER_BYTES = BITS / 8;

/** The bits for a text, by double hashing over its SHA-256. */
function* bitsOf(text: string): Generator<number> {
  const digest = createHash('sha256').update(text).digest();
  const first = digest.readUInt32BE(0);
  const step = (digest.readUInt32BE(4) | 1) >>> 0;
  for (let n = 0; n < HASHES; n += 1) yield (first + n * step) % BITS;
}

/** Builds a filter of these texts. */
export function filterOf(texts: Iterable<string>): Buffer {
  const filter = Buffer.alloc(FILTER_BYTES);
  for (const text of texts) {
    for (const bit of bitsOf(text))
      filter.writeUInt8(filter.readUInt8(bit >> 3) | (1 << (bit & 7)), bit >> 3);
  }
  return filter;
}

/** Whether a text is in the filter, apart from false positives. */
export function mayContain(filter: Buffer, text: string): boolean {
  for (const bit of bitsOf(text)) if ((filter.readUInt8(bit >> 3) & (1 << (bit & 7))) === 0) return false;
  return true;
}

const FILE = new URL('./common-passwords.bloom', import.meta.url);
let common: Promise<Buffer> | undefined;

/**
 * The filter that ships with the product (built by `npm run passwords:filter`); 1 MiB, loaded when the first
 * password is set.
 */
export function commonPasswords(): Promise<Buffer> {
  common ??= readFile(FILE);
  return common;
}
