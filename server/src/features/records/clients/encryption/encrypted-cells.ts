import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { type FieldName, SEALED_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import type { FieldCipher } from '#platform/secrets/field-cipher.ts';
import type { OwnKey } from '#platform/secrets/client-keys.ts';

/** The sealed fields of a client that hold something, in wire form. */
export type SealedCells = Partial<Record<FieldName, FieldValue>>;

/** What a row of `clients` says of them, and the client's key. */
export interface SealedRow {
  id: number;
  /** Null in a row of a version that had them in columns, empty where none holds anything. */
  sealed: string | null;
  wrapped_key: string | null;
}

const NOTHING: SealedCells = Object.freeze({});
const placeOf = (id: number) => ({ table: 'clients', row: id, field: 'sealed' });

/** One ciphertext for all of them: a row costs one opening, however many it has. */
export function sealCells(key: OwnKey, id: number, cells: SealedCells): string {
  const filled = SEALED_FIELDS.flatMap(({ name }) => {
    const value = cells[name] ?? null;
    return value === null || value === '' ? [] : [[name, value] as const];
  });
  return filled.length === 0 ? '' : key.seal(JSON.stringify(Object.fromEntries(filled)), placeOf(id));
}

/** Null where the row has them in its columns still. */
export function openCells(cipher: FieldCipher, { id, sealed, wrapped_key }: SealedRow): SealedCells | null {
  if (sealed === null) return null;
  if (sealed === '') return NOTHING;
  const cells: SealedCells = JSON.parse(cipher.decrypt(sealed, placeOf(id), wrapped_key));
  return cells;
}
