import { emptyValue, type FieldValue } from '@ledgerline/contract/clients/field-values';
import {
  type CatalogField,
  CLIENT_FIELDS,
  FIELD_ALIASES,
  type FieldName,
} from '@ledgerline/contract/clients/fields/catalog';
import {
  type ClientRecord,
  type ClientRow,
  clientRowSchema,
  type SavedClient,
} from '@ledgerline/contract/clients/schemas';
import { clientStatus, maskerOf } from '@ledgerline/contract/rules';
import type { FieldCipher } from '#platform/secrets/field-cipher.ts';
import { cellsOfCachedText } from './cached-text.ts';
import { type EncryptedRow, openCells, openCellsJson } from './encryption/encrypted-cells.ts';
import { ENCRYPTED_SELECT } from './encryption/repository.ts';
import { isAlias } from './rules.ts';

/**
 * The column from which a field is read: for secrets their last four characters, so ciphertext never leaves
 * the table.
 */
export function readColumn(field: CatalogField): string {
  return field.kind === 'secret' ? `${field.name}_last4` : field.name;
}

/** The column of every field in catalog order, as FIELD_READERS expect it. */
export const FIELD_SELECT = CLIENT_FIELDS.map((field) => `"${readColumn(field)}"`).join(', ');

/** The select list of every field in a query from `clients`, as `readCells` expects it. */
export const CELL_SELECT = `${ENCRYPTED_SELECT}, ${FIELD_SELECT}`;

/** The select list of every field from the cached text, as `storedCells` expects it. */
export const TEXT_SELECT = `${ENCRYPTED_SELECT}, ledger_text`;

/** Converts a stored cell to wire form. */
export type CellReader = (stored: unknown) => FieldValue;

/** Cents become dollars, secrets masks, an empty status `new`; one cached reader per field. */
export function cellReader(field: CatalogField): CellReader {
  if (field.name === 'status') return (stored) => clientStatus(typeof stored === 'string' ? stored : null);
  const empty = field.kind === 'richtext' ? '' : null;
  const orEmpty =
    (read: CellReader): CellReader =>
    (stored) =>
      stored === null || stored === undefined ? empty : read(stored);
  if (field.kind === 'agent') return orEmpty(Number);
  if (field.kind === 'money') return orEmpty((cents) => Number(cents) / 100);
  if (field.kind === 'secret') {
    const mask = maskerOf(field.name);
    return orEmpty((last4) => mask(String(last4)));
  }
  return orEmpty((stored) => (typeof stored === 'number' ? stored : String(stored)));
}

/** The readers of FIELD_SELECT. */
const FIELD_READERS: readonly CellReader[] = CLIENT_FIELDS.map(cellReader);

/** A row selected as `id, created_at, updated_at, ${CELL_SELECT}`. */
export function toRecord(
  cipher: FieldCipher,
  [id, created_at, updated_at, ...stored]: readonly unknown[],
): ClientRecord {
  return recordOf([id, created_at, updated_at], readCells(cipher, [id, ...stored]));
}

function recordOf(
  [id, created_at, updated_at]: readonly [unknown, unknown, unknown],
  cells: readonly FieldValue[],
): ClientRecord {
  const record: ClientRecord = {
    id: Number(id),
    created_at: toIso(created_at),
    updated_at: toIso(updated_at),
  };
  CLIENT_FIELDS.forEach((field, position) => {
    record[field.name] = cells[position] ?? null;
  });
  return withAliases(record);
}

/** The fields that a save set, as stored. */
export function toSaved(
  id: number,
  updated_at: Date,
  fields: Iterable<readonly [FieldName, FieldValue]>,
): SavedClient {
  const saved: SavedClient = { id, updated_at: toIso(updated_at), ...Object.fromEntries(fields) };
  for (const [alias, name] of Object.entries(FIELD_ALIASES))
    if (name in saved) saved[alias] = saved[name] ?? null;
  return saved;
}

/** Both names of email and phone, with the same value (decisions D1). */
function withAliases(record: ClientRecord): ClientRecord {
  for (const [alias, name] of Object.entries(FIELD_ALIASES)) record[alias] = record[name] ?? null;
  return record;
}

/** What clients see of themselves through their link (decisions B16). */
const CLIENT_VISIBLE_FIELDS: readonly FieldName[] = [
  'client_first_name',
  'client_last_name',
  'dob',
  'primary_email',
  'primary_phone',
  'address',
  'pref_lang',
];

export function toClientView(record: ClientRecord): { id: number; [field: string]: FieldValue } {
  const seen = [...CLIENT_VISIBLE_FIELDS, ...Object.keys(FIELD_ALIASES)];
  return { id: record.id, ...Object.fromEntries(seen.map((name) => [name, record[name] ?? null])) };
}

/** A row of the client list as stored, under the names of the list. */
export type StoredRow = Omit<ClientRow, 'status' | 'updated_at'> & { status: string; updated_at: Date };

export const ROW_SELECT = Object.keys(clientRowSchema.shape)
  .map((name) => (isAlias(name) ? `${FIELD_ALIASES[name]} as ${name}` : name))
  .join(', ');

/** A row selected as ROW_SELECT. */
export function toRow(row: StoredRow): ClientRow {
  return { ...row, status: clientStatus(row.status), updated_at: toIso(row.updated_at) };
}

function toIso(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

const textOrNull = (stored: unknown): string | null => (typeof stored === 'string' ? stored : null);

function encryptedRow(id: unknown, sealed: unknown, wrapped_key: unknown): EncryptedRow {
  return { id: Number(id), sealed: textOrNull(sealed), wrapped_key: textOrNull(wrapped_key) };
}

/** The cells of a row selected as `id, ${TEXT_SELECT}`, still JSON; null if its text must be rebuilt. */
export function storedCells(
  cipher: FieldCipher,
  [id, sealed, wrapped_key, text]: readonly unknown[],
): string | null {
  const row = encryptedRow(id, sealed, wrapped_key);
  return cellsOfCachedText(textOrNull(text), () => openCellsJson(cipher, row));
}

/** Every cell of one row selected as `id, ${CELL_SELECT}`. */
export function readCells(
  cipher: FieldCipher,
  [id, sealed, wrapped_key, ...stored]: readonly unknown[],
): FieldValue[] {
  return readSomeCells(cipher, CLIENT_FIELDS, FIELD_READERS, [id, sealed, wrapped_key, ...stored]);
}

/** The same for some fields, with a reader for each. */
export function readSomeCells(
  cipher: FieldCipher,
  fields: readonly CatalogField[],
  readers: readonly CellReader[],
  [id, sealed, wrapped_key, ...stored]: readonly unknown[],
): FieldValue[] {
  const opened = openCells(cipher, encryptedRow(id, sealed, wrapped_key));
  return fields.map((field, position) =>
    opened && field.isEncrypted
      ? (opened[field.name] ?? emptyValue(field))
      : (readers[position]?.(stored[position]) ?? null),
  );
}
