import type { ClientRow } from '@ledgerline/contract/clients/schemas';

/** Maria Alvarez, client 7. */
export function aClientRow(fields: Partial<ClientRow> = {}): ClientRow {
  return {
    id: 7,
    client_first_name: 'Maria',
    client_last_name: 'Alvarez',
    client_email: 'maria@example.com',
    client_phone: '3055550123',
    dob: '1961-05-31',
    current_health_plan_name: null,
    next_f_u_date: null,
    notes: '',
    status: 'client',
    primary_email: 'maria@example.com',
    primary_phone: '3055550123',
    updated_at: '2026-11-20T15:00:00.000Z',
    ...fields,
  };
}
