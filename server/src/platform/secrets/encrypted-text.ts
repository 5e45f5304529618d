import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Where a value lives: bound into the ciphertext, so that one moved to another row or field does not open. */
export interface FieldAad {
  table: string;
  row: number;
  field: string;
}

function associatedData(aad: FieldAad): Buffer {
  return Buffer.from(`${aad.table}/${aad.row}/${aad.field}`);
}

/** AES-256-GCM: base64 of nonce, ciphertext and tag. Keys are objects: given as bytes they are prepared anew for every value. */
export function encryptBytes(key: KeyObject, plain: string, aad: FieldAad): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(associatedData(aad));
  return Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64',
  );
}

/** The bytes that were sealed; throws where the key, the place or the value is another. */
export function openBytes(key: KeyObject, body: string, aad: FieldAad): Buffer {
  const bytes = Buffer.from(body, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
    .setAAD(associatedData(aad))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  const plain = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
  // A stream cipher: the end gives no byte, it only proves what came before.
  decipher.final();
  return plain;
}
