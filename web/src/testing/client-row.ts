import type { ClientRow } from '@ledgerline/contract/clients/schemas';

/** Maria Alvarez as lists and searches return the client; the only place in the tests that names every column. */
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
