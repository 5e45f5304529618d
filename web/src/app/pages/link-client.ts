import type { Client } from '../../features/clients/api.ts';
import { clientName } from '../../features/clients/client-display.ts';
import type { LinkTarget } from '../../features/secure-links/link-target.ts';

/** A client in the form that the Get Form Link modal needs; a missing name shows 'Unknown Client' (1§2). */
export function linkClient(id: number, client: Client | undefined): NonNullable<LinkTarget['client']> {
  return {
    id,
    name: client ? clientName(client) : 'Unknown Client',
    email: String(client?.primary_email ?? ''),
    phone: String(client?.primary_phone ?? ''),
    language: String(client?.pref_lang ?? ''),
  };
}
