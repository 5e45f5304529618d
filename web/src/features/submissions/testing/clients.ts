import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import { aClientRow } from '../../../testing/client-row.ts';

/** Maria Alvarez, client 7, with an address and a phone. */
export function maria(fields: Partial<ClientRow> = {}): ClientRow {
  return aClientRow(7, {
    client_email: 'maria@example.com',
    client_phone: '3055550123',
    dob: '1961-05-31',
    status: 'client',
    primary_email: 'maria@example.com',
    primary_phone: '3055550123',
    ...fields,
  });
}
