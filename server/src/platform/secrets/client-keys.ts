import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { encryptBytes, type FieldAad, openBytes } from './encrypted-text.ts';

/** The key of one client: values encrypted with it cannot be decrypted once its row is destroyed (decision 072). */
export interface OwnKey {
  /** `v2.<client>.base64`. */
  encrypt(plain: string, aad: FieldAad): string;
  open(encrypted: string, aad: FieldAad): string;
}

/** Keys of clients, stored in `client_keys`, wrapped by the key ring. */
export interface OwnKeys {
  /** A new key, and its wrapped form for storage. */
  create(owner: number): { wrapped: string; key: OwnKey };
  /** Unwraps the key in a row of `client_keys`; throws if it was changed or belongs to another client. */
  open(owner: number, wrapped: string): OwnKey;
  /** The same without caching the key, where it would replace keys that are used again. */
  openOnce(owner: number, wrapped: string): OwnKey;
}

/** How a ring wraps keys: as base64, since a rotation treats stored values as text. */
interface Wrapping {
  wrap(key: string, aad: FieldAad): string;
  unwrap(wrapped: string, aad: FieldAad): string;
}

const VERSION = 'v2';
const KEY_BYTES = 32;
/** The number of unwrapped keys per generation; two generations are cached, enough for a hundred windows of the ledger. */
const GENERATION = 5000;

/** Whether a value was encrypted with the key of a client instead of one of the ring. */
export const isOwnEncrypted = (encrypted: string): boolean => encrypted.startsWith(`${VERSION}.`);

const aadOf = (owner: number): FieldAad => ({ table: 'client_keys', row: owner, field: 'wrapped_key' });

/** Keys are cached by their wrapped text, so that a destroyed or rewrapped key is no longer found. */
export function createOwnKeys({ wrap, unwrap }: Wrapping): OwnKeys {
  let young = new Map<string, { owner: number; key: OwnKey }>();
  let old = young;
  const openOnce = (owner: number, wrapped: string) =>
    keyOf(owner, createSecretKey(unwrap(wrapped, aadOf(owner)), 'base64'));
  return {
    create(owner) {
      const key = randomBytes(KEY_BYTES);
      return {
        wrapped: wrap(key.toString('base64'), aadOf(owner)),
        key: keyOf(owner, createSecretKey(key)),
      };
    },
    open(owner, wrapped) {
      const found = young.get(wrapped) ?? old.get(wrapped);
      // The text may have been moved to another client's row.
      if (found?.owner === owner) return found.key;
      const key = openOnce(owner, wrapped);
      if (young.size >= GENERATION) {
        old = young;
        young = new Map();
      }
      young.set(wrapped, { owner, key });
      return key;
    },
    openOnce,
  };
}

function keyOf(owner: number, key: KeyObject): OwnKey {
  const start = `${VERSION}.${owner}.`;
  return {
    encrypt: (plain, aad) => start + encryptBytes(key, plain, aad),
    open(encrypted, aad) {
      if (!encrypted.startsWith(start))
        throw new Error(`a value in ${aad.table} is not encrypted for client ${owner}`);
      return openBytes(key, encrypted.slice(start.length), aad).toString('utf8');
    },
  };
}
