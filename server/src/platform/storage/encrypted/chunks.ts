import { createCipheriv, createDecipheriv } from 'node:crypto';
import { damaged } from './damage.ts';
import { HEADER_BYTES } from './header.ts';
import type { PieceReader } from './piece-reader.ts';

/** Plain bytes in a chunk; the last one may be shorter, and an empty file has one empty chunk. */
export const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const ENCRYPTED_CHUNK = CHUNK_BYTES + TAG_BYTES;
/** Chunks to write at once. */
const CHUNKS_A_PIECE = 16;

const chunksOf = (length: number) => Math.max(1, Math.ceil(length / CHUNK_BYTES));

/** The stored size of a file with this plain length. */
export const encryptedSize = (length: number) => HEADER_BYTES + length + chunksOf(length) * TAG_BYTES;

/**
 * The nonce of a chunk: its number, and whether it is the last one (STREAM, Hoang, Reyhanitabar, Rogaway, Vizár 2015). Chunks
 * that were moved, omitted, repeated or truncated do not decrypt. Each file has its own key, used for one content only.
 */
function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(chunk, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** The encrypted chunks of a file, a megabyte at a time. */
export async function* encryptChunks(dataKey: Buffer, plain: Uint8Array): AsyncGenerator<Buffer> {
  const count = chunksOf(plain.length);
  let piece: Buffer[] = [];
  for (let chunk = 0; chunk < count; chunk++) {
    const cipher = createCipheriv('aes-256-gcm', dataKey, nonceOf(chunk, chunk === count - 1));
    const bytes = plain.subarray(chunk * CHUNK_BYTES, (chunk + 1) * CHUNK_BYTES);
    piece.push(cipher.update(bytes), cipher.final(), cipher.getAuthTag());
    if ((chunk + 1) % CHUNKS_A_PIECE !== 0) continue;
    yield Buffer.concat(piece);
    piece = [];
  }
  if (piece.length > 0) yield Buffer.concat(piece);
}

/** A file to decrypt: its key, its plain length, and its name for errors. */
export interface EncryptedFile {
  storageKey: string;
  dataKey: Buffer;
  length: number;
}

function openChunk(file: EncryptedFile, chunk: number, encrypted: Buffer): Buffer {
  const count = chunksOf(file.length);
  const start = chunk * CHUNK_BYTES;
  const expected = Math.min(CHUNK_BYTES, file.length - start) + TAG_BYTES;
  if (encrypted.length !== expected)
    throw damaged(file.storageKey, `the length of chunk ${chunk} of ${count}`);
  const decipher = createDecipheriv('aes-256-gcm', file.dataKey, nonceOf(chunk, chunk === count - 1));
  decipher.setAuthTag(encrypted.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(encrypted.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw damaged(file.storageKey, `chunk ${chunk} of ${count}`);
  }
}

/** Decrypts a complete file from the encrypted bytes after its header. */
export function openAll(file: EncryptedFile, body: Buffer): Buffer {
  const count = chunksOf(file.length);
  // Before memory is allocated: only the correct length continues.
  if (body.length + HEADER_BYTES !== encryptedSize(file.length)) throw damaged(file.storageKey, 'its length');
  const plain = Buffer.allocUnsafe(file.length);
  for (let chunk = 0; chunk < count; chunk++) {
    const encrypted = body.subarray(chunk * ENCRYPTED_CHUNK, (chunk + 1) * ENCRYPTED_CHUNK);
    openChunk(file, chunk, encrypted).copy(plain, chunk * CHUNK_BYTES);
  }
  return plain;
}

/**
 * Decrypted chunks, one after another, from a reader positioned at the first of them; `last` is the number of the last requested
 * one.
 */
export async function* openChunks(
  file: EncryptedFile,
  reader: PieceReader,
  { first = 0, last = chunksOf(file.length) - 1 }: { first?: number; last?: number } = {},
): AsyncGenerator<Buffer> {
  const isToTheEnd = last === chunksOf(file.length) - 1;
  for (let chunk = first; chunk <= last; chunk++) {
    // For the last chunk one more byte is read: appended data is detected before any of the chunk is returned.
    const more = chunk === last && isToTheEnd ? 1 : 0;
    const wanted =
      chunk === last && isToTheEnd ? file.length - chunk * CHUNK_BYTES + TAG_BYTES : ENCRYPTED_CHUNK;
    yield openChunk(file, chunk, await reader.read(wanted + more));
  }
}

/** The chunks that contain a range of the plain file, their position, and how much to cut off at the start. */
export function chunksOfRange({ start, end }: { start: number; end: number }) {
  const first = Math.floor(start / CHUNK_BYTES);
  const last = Math.floor(end / CHUNK_BYTES);
  return {
    first,
    last,
    rangeInFile: (size: number) => ({
      start: HEADER_BYTES + first * ENCRYPTED_CHUNK,
      end: Math.min(HEADER_BYTES + (last + 1) * ENCRYPTED_CHUNK, size) - 1,
    }),
    skip: start - first * CHUNK_BYTES,
  };
}
