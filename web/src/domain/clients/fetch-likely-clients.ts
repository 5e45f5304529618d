import { findDuplicates, type LikelyClient } from '@ledgerline/contract/clients/duplicates/endpoints';
import { api } from '../../lib/api.ts';

const MAX_LENGTH = 200;

/** What identifies a new client, by the fields of the catalog. */
export interface Identity {
  client_first_name?: string | null;
  client_last_name?: string | null;
  primary_email?: string | null;
  primary_phone?: string | null;
  dob?: string | null;
}

/** Likely existing clients. They are a hint: if they cannot be loaded, nothing waits for them. */
export async function fetchLikelyClients(identity: Identity, except?: number): Promise<LikelyClient[]> {
  const text = (value: string | null | undefined) => (value ?? '').trim().slice(0, MAX_LENGTH) || undefined;
  try {
    const query = {
      first_name: text(identity.client_first_name),
      last_name: text(identity.client_last_name),
      email: text(identity.primary_email),
      phone: text(identity.primary_phone),
      dob: identity.dob || undefined,
      except,
    };
    return (await api(findDuplicates, { query })).data;
  } catch (error) {
    console.warn('likely existing clients could not be loaded', error);
    return [];
  }
}
