import { Readable } from 'node:stream';
import type { KeyWrap } from '../../secrets/key-wrap.ts';
import { type Beginning, type ByteRange, type BytesStore, OWN_FILES, type Storage } from '../storage.ts';
import { chunksOfRange, encryptChunks, encryptedSize, openAll, openChunks } from './chunks.ts';
import { damaged, notEncrypted } from './damage.ts';
import { createHeader, HEADER_BYTES, isEncrypted, readHeader, wrappingKey } from './header.ts';
import { PieceReader } from './piece-reader.ts';

/** The result of bringing a file up to date. */
type Reencrypted = 'current' | 'encrypted' | 'rewrapped' | 'gone';

/** Files that are stored encrypted. */
export interface EncryptedStorage extends Storage {
  /** How a file is stored: `current` under the newest key, `other` under an older one, `plain` as earlier versions left it. */
  look(key: string): Promise<'current' | 'other' | 'plain' | 'gone'>;
  /**
   * Encrypts a plain file, and rewraps the key of an encrypted one with the newest of the ring; the former content stays until
   * the new one is complete. No one may write the same key meanwhile.
   */
  reencrypt(key: string): Promise<Reencrypted>;
}

interface Parts {
  store: BytesStore;
  keys: KeyWrap;
  /**
   * Whether all files are known to be encrypted: from then on a plain one is rejected. Queried only when a plain one is found.
   */
  areAllEncrypted: () => Promise<boolean>;
}

/**
 * Files stored encrypted in a folder or bucket (decision 065): each with its own random key, wrapped by the ring in the file's
 * header, and in chunks that decrypt independently, so that memory holds only what was written or requested. A file that was
 * changed by one byte, truncated or swapped is reported as damaged and never returned. Plain files of earlier versions are read
 * until all are encrypted.
 */
export function createEncryptedStorage(parts: Parts): EncryptedStorage {
  const { store, keys } = parts;
  return {
    name: store.name,
    put: (key, bytes) => store.put(key, isOwn(key) ? bytes : encryptedPieces(keys, key, bytes)),
    read: (key) => readFull(parts, key),
    size: (key) => plainSize(parts, key),
    stream: (key, range) => (range ? streamPart(parts, key, range) : streamFull(parts, key)),
    remove: (key) => store.remove(key),
    list: () => store.list(),
    async look(key) {
      const beginning = await store.beginning(key, HEADER_BYTES);
      if (beginning === null) return 'gone';
      if (!isEncrypted(beginning.bytes)) return 'plain';
      return wrappingKey(key, beginning.bytes) === keys.current ? 'current' : 'other';
    },
    reencrypt: (key) => reencryptFile(parts, key),
  };
}

/** Files that identify the location's owner are read by others too and contain no secrets. */
const isOwn = (key: string) => OWN_FILES.includes(key);

async function* encryptedPieces(keys: KeyWrap, key: string, bytes: Uint8Array): AsyncGenerator<Buffer> {
  const head = createHeader(keys, key, bytes.length);
  yield head.bytes;
  yield* encryptChunks(head.dataKey, bytes);
}

async function assertPlainAllowed({ areAllEncrypted }: Parts, key: string): Promise<void> {
  if (!isOwn(key) && (await areAllEncrypted())) throw notEncrypted(key);
}

/** The authenticated header of a file with this stored size; null for a plain one. */
async function headOf(parts: Parts, key: string, { bytes, size }: Beginning) {
  if (!isEncrypted(bytes)) {
    await assertPlainAllowed(parts, key);
    return null;
  }
  const head = readHeader(parts.keys, key, bytes);
  if (size !== encryptedSize(head.length)) throw damaged(key, 'its length');
  return { ...head, storageKey: key };
}

async function plainSize(parts: Parts, key: string): Promise<number | null> {
  const beginning = await parts.store.beginning(key, HEADER_BYTES);
  if (beginning === null) return null;
  return (await headOf(parts, key, beginning))?.length ?? beginning.size;
}

async function readFull(parts: Parts, key: string): Promise<Buffer> {
  const bytes = await parts.store.read(key);
  const head = await headOf(parts, key, { bytes, size: bytes.length });
  return head ? openAll(head, bytes.subarray(HEADER_BYTES)) : bytes;
}

/** One read from the first byte on, so that a file that is encrypted meanwhile is read in its old or its new form. */
async function streamFull(parts: Parts, key: string): Promise<Readable> {
  const raw = await parts.store.stream(key);
  try {
    const reader = new PieceReader(raw);
    const beginning = await reader.read(HEADER_BYTES);
    if (isEncrypted(beginning)) {
      const file = { ...readHeader(parts.keys, key, beginning), storageKey: key };
      return await startStream(raw, openChunks(file, reader));
    }
    await assertPlainAllowed(parts, key);
    return await startStream(raw, afterFirst(beginning, reader.rest()));
  } catch (error) {
    raw.destroy();
    throw error;
  }
}

async function streamPart(parts: Parts, key: string, range: ByteRange): Promise<Readable> {
  const beginning = await parts.store.beginning(key, HEADER_BYTES);
  const head = beginning && (await headOf(parts, key, beginning));
  // Plain or gone: a plain file may be encrypted before its range is read, so it is read from its first byte on.
  if (!beginning || !head) return partOfPlain(await streamFull(parts, key), range);
  const { first, last, rangeInFile, skip } = chunksOfRange(range);
  const raw = await parts.store.stream(key, rangeInFile(beginning.size));
  try {
    const chunks = openChunks(head, new PieceReader(raw), { first, last });
    return await startStream(raw, partOf(chunks, { start: skip, end: skip + range.end - range.start }));
  } catch (error) {
    raw.destroy();
    throw error;
  }
}

function partOfPlain(full: Readable, range: ByteRange): Readable {
  const part = Readable.from(partOf(full, range), { objectMode: false });
  return part.once('close', () => full.destroy());
}

/** From here on only authenticated data is returned; damage in the first chunk is reported before the response starts. */
async function startStream(raw: Readable, plain: AsyncGenerator<Buffer>): Promise<Readable> {
  const { value: first } = await plain.next();
  const stream = Readable.from(afterFirst(first, plain), { objectMode: false });
  // A reader that closes early ends the read.
  return stream.once('close', () => raw.destroy());
}

async function* afterFirst(first: Buffer | undefined, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (first && first.length > 0) yield first;
  yield* rest;
}

/** The bytes from `start` to `end` of the source. */
async function* partOf(source: AsyncIterable<Buffer>, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const piece of source) {
    const from = Math.max(0, start - at);
    const part = piece.subarray(from, end + 1 - at);
    at += piece.length;
    if (part.length > 0) yield part;
    if (at > end) return;
  }
}

async function reencryptFile(parts: Parts, key: string): Promise<Reencrypted> {
  const { store, keys } = parts;
  if (isOwn(key)) return 'current';
  const beginning = await store.beginning(key, HEADER_BYTES);
  if (beginning === null) return 'gone';
  if (!isEncrypted(beginning.bytes)) {
    await assertPlainAllowed(parts, key);
    await store.put(key, encryptedPieces(keys, key, await store.read(key)));
    return 'encrypted';
  }
  if (wrappingKey(key, beginning.bytes) === keys.current) return 'current';
  const { dataKey, length } = readHeader(keys, key, beginning.bytes);
  const head = createHeader(keys, key, length, dataKey);
  const bytes = await store.read(key);
  head.bytes.copy(bytes);
  await store.put(key, bytes);
  return 'rewrapped';
}
