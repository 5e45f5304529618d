import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';
import { createKeyWrap, type KeyWrap } from './key-wrap.ts';

/** Where a value lives: bound into the ciphertext, so that one moved to another row or field does not open. */
export interface FieldPlace {
  table: string;
  row: number;
  field: string;
}

export interface FieldCipher {
  encrypt(plain: string, place: FieldPlace): string;
  /** The plain text; throws when the key is gone or the value was tampered with. */
  decrypt(sealed: string, place: FieldPlace): string;
  /** Whether the value was sealed with the newest key. */
  isCurrent(sealed: string): boolean;
  /** The same ring, for the data keys of files. */
  readonly keys: KeyWrap;
}

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

function associatedData(place: FieldPlace): Buffer {
  return Buffer.from(`${place.table}/${place.row}/${place.field}`);
}

/** AES-256-GCM; stored as `v1.keyId.base64(iv + ciphertext + tag)`. */
export function createFieldCipher(ring: KeyRing): FieldCipher {
  const keys = new Map(ring.fieldKeys.map(({ id, key }) => [id, key]));
  const current = ring.fieldKeys[0];
  if (!current) throw new Error('the key ring is empty');
  return {
    encrypt(plain, place) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(associatedData(place));
      const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${VERSION}.${current.id}.${sealed.toString('base64')}`;
    },
    decrypt(sealed, place) {
      const [version, keyId = '', body = ''] = sealed.split('.');
      const key = keys.get(keyId);
      if (version !== VERSION || !key) throw new Error(`no key ${keyId} for a value in ${place.table}`);
      const bytes = Buffer.from(body, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
        .setAAD(associatedData(place))
        .setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([
        decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8');
    },
    isCurrent: (sealed) => sealed.split('.')[1] === current.id,
    keys: createKeyWrap(ring),
  };
}
