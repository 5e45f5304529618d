import { createHash } from 'node:crypto';
import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import {
  type CatalogueField,
  CLIENT_FIELDS,
  FIELD_ALIASES,
  FIELD_NAMES,
  type FieldName,
} from '@ledgerline/contract/clients/fields/catalogue';
import { type ClientRecord, type ClientRow, clientRowSchema } from '@ledgerline/contract/clients/schemas';
import { clientStatus, maskerOf } from '@ledgerline/contract/rules';
import { isAlias } from './rules.ts';

/** What a field's cell is read from: secrets from their last four characters, so ciphertext never leaves the table. */
export function readColumn(field: CatalogueField): string {
  return field.kind === 'secret' ? `${field.name}_last4` : field.name;
}

/** The select list of every field in catalogue order, as FIELD_READERS expect it. */
export const FIELD_SELECT = CLIENT_FIELDS.map((field) => `"${readColumn(field)}"`).join(', ');

/** Brings a stored cell into wire form. */
export type CellReader = (stored: unknown) => FieldValue;

/** Cents become dollars, secrets masks, an empty status `new`; one reader for each field, made once. */
export function cellReader(field: CatalogueField): CellReader {
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
export const FIELD_READERS: readonly CellReader[] = CLIENT_FIELDS.map(cellReader);

/** One cell of one field, where a whole row is not at hand. */
export function readCell(field: CatalogueField, stored: unknown): FieldValue {
  return FIELD_READERS[FIELD_NAMES.indexOf(field.name)]?.(stored) ?? null;
}

/** A row selected as `id, created_at, updated_at, ${FIELD_SELECT}`. */
export function toRecord([id, created_at, updated_at, ...stored]: readonly unknown[]): ClientRecord {
  return recordOf([id, created_at, updated_at], readCells(stored));
}

/** A row selected as `id, created_at, updated_at, ledger_text`; null where the text has to be made anew. */
export function recordOfText([id, created_at, updated_at, text]: readonly unknown[]): ClientRecord | null {
  const cells = cellsOfLedgerText(typeof text === 'string' ? text : null);
  return cells === null ? null : recordOf([id, created_at, updated_at], JSON.parse(`[${cells}]`));
}

/** The record after some of its fields were written at a time; values in wire form. */
export function recordAfter(
  record: ClientRecord,
  written: readonly (readonly [FieldName, FieldValue])[],
  at: Date,
): ClientRecord {
  return withAliases({ ...record, updated_at: toIso(at), ...Object.fromEntries(written) });
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

/** Both names of email and phone, with the same value (decisions D1). */
function withAliases(record: ClientRecord): ClientRecord {
  for (const [alias, name] of Object.entries(FIELD_ALIASES)) record[alias] = record[name] ?? null;
  return record;
}

/** What a client sees of himself through his link (decisions B16). */
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

/** A row of the client list as it is stored, under the names that the list gives it. */
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

/** Changes with the catalogue, so that texts of an older one are made anew. */
const CATALOGUE_MARK = createHash('sha256')
  .update(CLIENT_FIELDS.map(({ name, kind, mask }) => `${name} ${kind} ${mask ?? ''}`).join())
  .digest('base64url')
  .slice(0, 8);

const NOT_ASCII = /[\u0080-\uffff]/g;

/** A client's cells in wire form as the ledger keeps them: JSON without its brackets, all ASCII, behind the mark. */
export function ledgerText(cells: readonly FieldValue[]): string {
  const json = JSON.stringify(cells).slice(1, -1);
  return (
    CATALOGUE_MARK +
    json.replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  );
}

/** The cells of a kept text, still JSON; null when it has to be made anew. */
export function cellsOfLedgerText(text: string | null): string | null {
  return text?.startsWith(CATALOGUE_MARK) ? text.slice(CATALOGUE_MARK.length) : null;
}

/** The SQL condition of rows whose text has to be made anew. */
export const STALE_LEDGER_TEXT = `ledger_text is null or not starts_with(ledger_text, '${CATALOGUE_MARK}')`;

/** Every cell of one row of FIELD_SELECT. */
export function readCells(stored: readonly unknown[]): FieldValue[] {
  return stored.map((cell, position) => FIELD_READERS[position]?.(cell) ?? null);
}
