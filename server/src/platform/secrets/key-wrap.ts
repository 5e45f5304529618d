import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';

/** A data key in storable form: the id of the wrapping key, and the ciphertext. */
interface WrappedKey {
  keyId: string;
  /** `WRAPPED_BYTES` long: nonce, ciphertext, tag. */
  encrypted: Buffer;
}

/** Wraps the data keys of files with the keys of the ring. */
export interface KeyWrap {
  /** The id of the key that wraps. */
  readonly current: string;
  /** `about` is authenticated with the wrapped key, which does not unwrap with a different value. */
  wrap(dataKey: Buffer, about: Buffer): Buffer;
  /** Null for a key that is not in the ring; throws if the wrapped key or `about` was changed. */
  unwrap(wrapped: WrappedKey, about: Buffer): Buffer | null;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
export const DATA_KEY_BYTES = 32;
export const WRAPPED_BYTES = IV_BYTES + DATA_KEY_BYTES + TAG_BYTES;

/** AES-256-GCM with the newest key of the ring; older ones only unwrap. */
export function createKeyWrap({ fieldKeys }: KeyRing): KeyWrap {
  const keys = new Map(fieldKeys.map(({ id, key }) => [id, key]));
  const first = fieldKeys[0];
  if (!first) throw new Error('the key ring is empty');
  return {
    current: first.id,
    wrap(dataKey, about) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', first.key, iv).setAAD(about);
      return Buffer.concat([iv, cipher.update(dataKey), cipher.final(), cipher.getAuthTag()]);
    },
    unwrap({ keyId, encrypted }, about) {
      const key = keys.get(keyId);
      if (!key) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, IV_BYTES))
        .setAAD(about)
        .setAuthTag(encrypted.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(encrypted.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
    },
  };
}
