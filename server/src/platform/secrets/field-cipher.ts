import { createSecretKey } from 'node:crypto';
import { createOwnKeys, isOwnEncrypted, type OwnKeys } from './client-keys.ts';
import { encryptBytes, type FieldAad, openBytes } from './encrypted-text.ts';
import type { KeyRing } from './key-ring.ts';
import { createKeyWrap, type KeyWrap } from './key-wrap.ts';

export type { FieldAad } from './encrypted-text.ts';

export interface Decipher {
  /**
   * The plain text; throws if the key is missing or the value was tampered with. A value encrypted with a client's own key needs
   * that key as stored in `client_keys`; the location is then the client's row.
   */
  decrypt(encrypted: string, aad: FieldAad, wrappedKey?: string | null): string;
}

export interface FieldCipher extends Decipher {
  encrypt(plain: string, aad: FieldAad): string;
  /** Decrypts values of many clients without caching their keys. */
  readonly once: Decipher;
  /** Whether the value was encrypted with the newest key. */
  isCurrent(encrypted: string): boolean;
  /** The same ring, for the data keys of files. */
  readonly keys: KeyWrap;
  /** The same ring, for the keys of clients. */
  readonly own: OwnKeys;
}

const VERSION = 'v1';

/** AES-256-GCM; stored as `v1.keyId.base64(iv + ciphertext + tag)`. */
export function createFieldCipher(ring: KeyRing): FieldCipher {
  const keys = new Map(ring.fieldKeys.map(({ id, key }) => [id, createSecretKey(key)]));
  const [first] = ring.fieldKeys;
  const current = first && keys.get(first.id);
  if (!first || !current) throw new Error('the key ring is empty');
  const encrypt = (plain: string, aad: FieldAad) =>
    `${VERSION}.${first.id}.${encryptBytes(current, plain, aad)}`;
  const open = (encrypted: string, aad: FieldAad) => {
    const [version, keyId = '', body = ''] = encrypted.split('.');
    const key = keys.get(keyId);
    if (version !== VERSION || !key) throw new Error(`no key ${keyId} for a value in ${aad.table}`);
    return openBytes(key, body, aad).toString('utf8');
  };
  const own = createOwnKeys({ wrap: encrypt, unwrap: open });
  const decipherWith = (openKey: OwnKeys['open']): Decipher => ({
    decrypt(encrypted, aad, wrappedKey) {
      if (!isOwnEncrypted(encrypted)) return open(encrypted, aad);
      if (!wrappedKey) throw new Error(`the key of client ${aad.row} is missing`);
      return openKey(aad.row, wrappedKey).open(encrypted, aad);
    },
  });
  return {
    encrypt,
    ...decipherWith(own.open),
    once: decipherWith(own.openOnce),
    isCurrent: (encrypted) => encrypted.split('.')[1] === first.id,
    keys: createKeyWrap(ring),
    own,
  };
}
