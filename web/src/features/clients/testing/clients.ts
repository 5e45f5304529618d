import { CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import type { ClientRecord } from '@ledgerline/contract/clients/schemas';

/** A full record as sent by the server: every catalog field, secrets masked. */
export function aClient(id: number, fields: Record<string, string | number | null> = {}): ClientRecord {
  return {
    ...Object.fromEntries(CLIENT_FIELDS.map((field) => [field.name, field.kind === 'richtext' ? '' : null])),
    id,
    created_at: '2026-11-20T10:00:00.000Z',
    updated_at: '2026-11-20T10:00:00.000Z',
    client_first_name: 'Maria',
    client_last_name: 'Alvarez',
    status: 'client',
    ...fields,
  };
}
