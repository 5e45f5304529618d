import { SECRET_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import type { FieldAad } from './field-cipher.ts';

/** A table with columns of ciphertext, and the additional authenticated data (AAD) of each value. */
export interface EncryptedColumns {
  table: string;
  columns: readonly string[];
  /** The location a value is bound to, if that is not its own table, row and column. */
  aad?: {
    table: string;
    /** The column with the row's id. */
    row: string;
    /** The column with the field's name, if it is not the encrypted column itself. */
    field?: string;
  };
}

/** Every column that holds ciphertext, which a key rotation goes through. A test keeps the list complete. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumns[] = [
  { table: 'clients', columns: SECRET_FIELDS.map((field) => field.name) },
  {
    table: 'audit_events',
    columns: ['old_cipher'],
    aad: { table: 'clients', row: 'entity_id', field: 'field' },
  },
  { table: 'session_forms', columns: ['form_data'] },
  { table: 'import_rows', columns: ['cells'] },
  { table: 'esign_envelopes', columns: ['prefill'] },
  { table: 'esign_signers', columns: ['field_values', 'signature_image', 'draft_values'] },
  { table: 'esign_certificates', columns: ['private_key'] },
  { table: 'mail_messages', columns: ['content'] },
  { table: 'provider_events', columns: ['raw'] },
  { table: 'authenticator_apps', columns: ['secret'] },
  { table: 'saved_signatures', columns: ['image'] },
  { table: 'saved_views', columns: ['content'] },
  { table: 'operations', columns: ['params'] },
  { table: 'commission_lines', columns: ['content'] },
  // Values encrypted with a client's key are not in this list of the ring's values: the client's wrapped key is.
  { table: 'client_keys', columns: ['wrapped_key'] },
  {
    table: 'merged_clients',
    columns: ['wrapped_key'],
    aad: { table: 'client_keys', row: 'id' },
  },
];

/** The select list that `aadOf` reads from, before the encrypted columns. */
export function aadSelect({ aad }: EncryptedColumns): string {
  return aad
    ? `id, "${aad.row}" as place_row, ${aad.field ? `"${aad.field}"` : 'null'} as place_field`
    : 'id, id as place_row, null as place_field';
}

export function aadOf(
  encrypted: EncryptedColumns,
  column: string,
  row: { place_row: number; place_field: string | null },
): FieldAad {
  return {
    table: encrypted.aad?.table ?? encrypted.table,
    row: Number(row.place_row),
    field: row.place_field ?? column,
  };
}
