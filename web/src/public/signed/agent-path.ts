import { isStorableToken } from '@ledgerline/contract/rules';
import type { getSubmission } from '@ledgerline/contract/submissions/endpoints';
import { isRecord } from '@ledgerline/contract/web-forms/structure';
import { createCaller } from '../../lib/http.ts';
import type { LightEndpoint } from '../../lib/light-endpoints.ts';

/** Storage key of an agent's sign-in. Only its presence and expiration are used here (decisions B15, C5). */
const AGENT_KEY = 'jwt';
const PORTAL_PATH = '/crm/';

/** Declared without schemas, which belong to the portal. A test compares it to the contract. */
export const GET_SUBMISSION: LightEndpoint<typeof getSubmission> = {
  method: 'GET',
  path: '/sessionforms/:id',
};

/** The token of the agent who is signed in to this browser; null if there is none or it has expired. */
export function agentToken(now: number = Date.now()): string | null {
  const token = localStorage.getItem(AGENT_KEY);
  if (token === null || !isStorableToken(token)) return null;
  try {
    const claims: unknown = JSON.parse(
      atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')),
    );
    const isCurrent = isRecord(claims) && typeof claims.exp === 'number' && claims.exp * 1000 > now;
    return isCurrent ? token : null;
  } catch {
    return null;
  }
}

/** The session of a form, else its client, else the portal's first page (1§2, decisions C8). */
export async function agentPath(token: string | null, formId: number | null): Promise<string> {
  if (token === null || formId === null) return PORTAL_PATH;
  const call = createCaller({ token: () => token, onUnauthorized: () => undefined });
  try {
    const { data } = await call(GET_SUBMISSION, { params: { id: formId } });
    if (data.client_id === null) return PORTAL_PATH;
    const client = `/crm/clients/${data.client_id}`;
    return data.session_id === null ? client : `${client}/sessions/${data.session_id}`;
  } catch (error) {
    console.warn('the session of the form could not be loaded', error);
    return PORTAL_PATH;
  }
}
