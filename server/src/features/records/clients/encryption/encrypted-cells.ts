import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { ENCRYPTED_FIELDS, type FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { OwnKey } from '#platform/secrets/client-keys.ts';
import type { Decipher } from '#platform/secrets/field-cipher.ts';

/** The non-empty encrypted fields of a client, in wire form. */
export type EncryptedCells = Partial<Record<FieldName, FieldValue>>;

/** The encryption columns of a `clients` row, and the client's key. */
export interface EncryptedRow {
  id: number;
  /** Null in a row of an earlier version with the fields in columns; empty if there are no values. */
  sealed: string | null;
  wrapped_key: string | null;
}

const NOTHING: EncryptedCells = Object.freeze({});
const aadOf = (id: number) => ({ table: 'clients', row: id, field: 'sealed' });

/** One ciphertext for all of them, so that a row costs one decryption. */
export function encryptCells(key: OwnKey, id: number, cells: EncryptedCells): string {
  const json = filledJson(cells);
  return json === '{}' ? '' : key.encrypt(json, aadOf(id));
}

/** The non-empty fields as a JSON object, in catalog order. */
export function filledJson(cells: EncryptedCells): string {
  const filled = ENCRYPTED_FIELDS.flatMap(({ name }) => {
    const value = cells[name];
    return isFilled(value) ? [[name, value] as const] : [];
  });
  return JSON.stringify(Object.fromEntries(filled));
}

/** The names of the non-empty fields as `clients.filled_encrypted` has them: ',agi,height,', or ''. Never their values. */
export function filledNames(cells: EncryptedCells): string {
  const names = ENCRYPTED_FIELDS.map(({ name }) => name).filter((name) => isFilled(cells[name]));
  return names.length === 0 ? '' : `,${names.join(',')},`;
}

const isFilled = (value: FieldValue | undefined): value is string | number =>
  value !== undefined && value !== null && value !== '';

/** The same as `filledJson` of a row, in the order of the catalog that wrote it; null if the row still has them in its columns. */
export function openCellsJson(cipher: Decipher, { id, sealed, wrapped_key }: EncryptedRow): string | null {
  if (sealed === null) return null;
  return sealed === '' ? '{}' : cipher.decrypt(sealed, aadOf(id), wrapped_key);
}

/** Null if the row still has them in its columns. */
export function openCells(cipher: Decipher, row: EncryptedRow): EncryptedCells | null {
  if (row.sealed === '') return NOTHING;
  const json = openCellsJson(cipher, row);
  const cells: EncryptedCells | null = json === null ? null : JSON.parse(json);
  return cells;
}

/**
 * One of the fields, cut out of the decrypted JSON: parsing all of them takes a third as long as decrypting them. Undefined if
 * the row still has them in its columns.
 */
export function openCell(cipher: Decipher, row: EncryptedRow, name: FieldName): FieldValue | undefined {
  const json = openCellsJson(cipher, row);
  if (json === null) return undefined;
  // Quotation marks within a text are escaped, so this is only found as a key.
  const key = `"${name}":`;
  const at = json.indexOf(key);
  if (at === -1) return null;
  const start = at + key.length;
  const value: FieldValue = JSON.parse(json.slice(start, endOfValue(json, start)));
  return value;
}

/** The position after the text or number that starts here. */
export function endOfValue(json: string, start: number): number {
  if (json.charAt(start) !== '"') {
    const comma = json.indexOf(',', start);
    return comma === -1 ? json.length - 1 : comma;
  }
  let end = json.indexOf('"', start + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(json: string, position: number): boolean {
  let start = position;
  while (json.charAt(start - 1) === '\\') start -= 1;
  return (position - start) % 2 === 1;
}
