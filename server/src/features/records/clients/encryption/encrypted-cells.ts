import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { ENCRYPTED_FIELDS, type FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { OwnKey } from '#platform/secrets/client-keys.ts';
import type { FieldCipher } from '#platform/secrets/field-cipher.ts';

/** The sealed fields of a client that hold something, in wire form. */
export type EncryptedCells = Partial<Record<FieldName, FieldValue>>;

/** What a row of `clients` says of them, and the client's key. */
export interface EncryptedRow {
  id: number;
  /** Null in a row of a version that had them in columns, empty where none holds anything. */
  sealed: string | null;
  wrapped_key: string | null;
}

const NOTHING: EncryptedCells = Object.freeze({});
const aadOf = (id: number) => ({ table: 'clients', row: id, field: 'sealed' });

/** One ciphertext for all of them: a row costs one opening, however many it has. */
export function encryptCells(key: OwnKey, id: number, cells: EncryptedCells): string {
  const filled = ENCRYPTED_FIELDS.flatMap(({ name }) => {
    const value = cells[name] ?? null;
    return value === null || value === '' ? [] : [[name, value] as const];
  });
  return filled.length === 0 ? '' : key.encrypt(JSON.stringify(Object.fromEntries(filled)), aadOf(id));
}

/** Null where the row has them in its columns still. */
export function openCells(
  cipher: FieldCipher,
  { id, sealed, wrapped_key }: EncryptedRow,
): EncryptedCells | null {
  if (sealed === null) return null;
  if (sealed === '') return NOTHING;
  const cells: EncryptedCells = JSON.parse(cipher.decrypt(sealed, aadOf(id), wrapped_key));
  return cells;
}
