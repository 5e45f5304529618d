import { randomBytes } from 'node:crypto';
import { DATA_KEY_BYTES, type KeyWrap, WRAPPED_BYTES } from '../../secrets/key-wrap.ts';
import { damaged, keyMissing } from './damage.ts';

/** No accepted file type starts like this; the last byte is the version of the format. */
const MAGIC = Buffer.from('\0LEDGR\0\x01', 'latin1');
const ID_BYTES = 16;
const LENGTH_BYTES = 8;
/** Magic, key id and length: authenticated with the wrapped key, together with the storage key of the file. */
const BOUND_BYTES = MAGIC.length + ID_BYTES + LENGTH_BYTES;
export const HEADER_BYTES = BOUND_BYTES + WRAPPED_BYTES;

/** The authenticated header of an encrypted file. */
export interface Header {
  /** The key of the ring that wraps the file's key. */
  keyId: string;
  dataKey: Buffer;
  /** The length of the plain file. */
  length: number;
}

/** A header with a data key, a new one unless given, under the current key of the ring. */
export function createHeader(
  keys: KeyWrap,
  storageKey: string,
  length: number,
  dataKey: Buffer = randomBytes(DATA_KEY_BYTES),
): { bytes: Buffer; dataKey: Buffer } {
  const id = Buffer.alloc(ID_BYTES);
  if (Buffer.byteLength(keys.current) > ID_BYTES) throw new Error('the id of a key is longer than 16 bytes');
  id.write(keys.current);
  const size = Buffer.alloc(LENGTH_BYTES);
  size.writeBigUInt64BE(BigInt(length));
  const bound = Buffer.concat([MAGIC, id, size]);
  return { bytes: Buffer.concat([bound, keys.wrap(dataKey, aboutOf(bound, storageKey))]), dataKey };
}

/** A swapped file has a header that is bound to another storage key. */
const aboutOf = (bound: Buffer, storageKey: string) => Buffer.concat([bound, Buffer.from(storageKey)]);

/** Half of the magic bytes is more than chance: such a file was encrypted, and is damaged. */
const MANY = MAGIC.length / 2;

/** Whether a file with this beginning was encrypted, intact or not; a plain one is of an earlier version. */
export function isEncrypted(beginning: Buffer): boolean {
  const start = beginning.subarray(0, MAGIC.length);
  if (start.length < MAGIC.length) return start.length > 0 && MAGIC.subarray(0, start.length).equals(start);
  return start.filter((byte, at) => byte === MAGIC[at]).length >= MANY;
}

/** The header of an encrypted file; throws if it was changed, is of another file, or needs a missing key. */
export function readHeader(keys: KeyWrap, storageKey: string, beginning: Buffer): Header {
  const keyId = wrappingKey(storageKey, beginning);
  const bound = beginning.subarray(0, BOUND_BYTES);
  const length = Number(bound.readBigUInt64BE(MAGIC.length + ID_BYTES));
  const dataKey = unwrapped(keys, storageKey, {
    wrapped: { keyId, encrypted: beginning.subarray(BOUND_BYTES, HEADER_BYTES) },
    about: aboutOf(bound, storageKey),
  });
  return { keyId, dataKey, length };
}

/** The id of the key that an encrypted file claims to need; not authenticated. */
export function wrappingKey(storageKey: string, beginning: Buffer): string {
  if (beginning.length < HEADER_BYTES || !beginning.subarray(0, MAGIC.length).equals(MAGIC))
    throw damaged(storageKey, 'its header');
  const id = beginning.subarray(MAGIC.length, MAGIC.length + ID_BYTES);
  const end = id.indexOf(0);
  return id.toString('latin1', 0, end < 0 ? ID_BYTES : end);
}

function unwrapped(
  keys: KeyWrap,
  storageKey: string,
  { wrapped, about }: { wrapped: { keyId: string; encrypted: Buffer }; about: Buffer },
): Buffer {
  let dataKey: Buffer | null;
  try {
    dataKey = keys.unwrap(wrapped, about);
  } catch {
    throw damaged(storageKey, 'its header');
  }
  if (dataKey === null) throw keyMissing(storageKey, wrapped.keyId);
  return dataKey;
}
