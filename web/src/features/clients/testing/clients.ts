import { CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalogue';
import type { ClientRecord, ClientRow } from '@ledgerline/contract/clients/schemas';

export function aClientRow(id: number, fields: Partial<ClientRow> = {}): ClientRow {
  return {
    id,
    client_first_name: 'Maria',
    client_last_name: 'Alvarez',
    client_email: null,
    client_phone: null,
    dob: null,
    current_health_plan_name: null,
    next_f_u_date: null,
    notes: '',
    status: 'new',
    primary_email: null,
    primary_phone: null,
    updated_at: '2026-11-20T10:00:00.000Z',
    ...fields,
  };
}

/** A full record as the server sends it: every field of the catalogue, secrets as masks. */
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
