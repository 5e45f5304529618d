import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The location of a value: authenticated with the ciphertext, so that one moved to another row or field does not decrypt. */
export interface FieldAad {
  table: string;
  row: number;
  field: string;
}

function associatedData(aad: FieldAad): Buffer {
  return Buffer.from(`${aad.table}/${aad.row}/${aad.field}`);
}

/**
 * AES-256-GCM: base64 of nonce, ciphertext and tag. Keys are key objects: keys passed as bytes are prepared again for every
 * value.
 */
export function encryptBytes(key: KeyObject, plain: string, aad: FieldAad): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(associatedData(aad));
  return Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64',
  );
}

/** The decrypted bytes; throws if the key, the location or the value differs. */
export function openBytes(key: KeyObject, body: string, aad: FieldAad): Buffer {
  const bytes = Buffer.from(body, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
    .setAAD(associatedData(aad))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  const plain = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
  // A stream cipher: the final call returns no bytes, it only authenticates the previous ones.
  decipher.final();
  return plain;
}
