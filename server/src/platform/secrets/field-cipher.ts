import { createSecretKey } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';
import { createKeyWrap, type KeyWrap } from './key-wrap.ts';
import { createOwnKeys, isOwnSealed, type OwnKeys } from './client-keys.ts';
import { type FieldPlace, openBytes, sealBytes } from './encrypted-text.ts';

export type { FieldPlace } from './encrypted-text.ts';

export interface FieldCipher {
  encrypt(plain: string, place: FieldPlace): string;
  /**
   * The plain text; throws when the key is gone or the value was tampered with. What a client's own key sealed needs that
   * key as `client_keys` has it; the place is then the client's row.
   */
  decrypt(sealed: string, place: FieldPlace, wrappedKey?: string | null): string;
  /** Whether the value was sealed with the newest key. */
  isCurrent(sealed: string): boolean;
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
  const seal = (plain: string, place: FieldPlace) =>
    `${VERSION}.${first.id}.${sealBytes(current, plain, place)}`;
  const open = (sealed: string, place: FieldPlace) => {
    const [version, keyId = '', body = ''] = sealed.split('.');
    const key = keys.get(keyId);
    if (version !== VERSION || !key) throw new Error(`no key ${keyId} for a value in ${place.table}`);
    return openBytes(key, body, place).toString('utf8');
  };
  const own = createOwnKeys({ wrap: seal, unwrap: open });
  return {
    encrypt: seal,
    decrypt(sealed, place, wrappedKey) {
      if (!isOwnSealed(sealed)) return open(sealed, place);
      if (!wrappedKey) throw new Error(`the key of client ${place.row} is not there`);
      return own.open(place.row, wrappedKey).open(sealed, place);
    },
    isCurrent: (sealed) => sealed.split('.')[1] === first.id,
    keys: createKeyWrap(ring),
    own,
  };
}
