import {
  getReauthenticationMethods,
  reauthenticate,
  startPasskeyReauthentication,
} from '@ledgerline/contract/auth/reauthentication/endpoints';
import type { BodyInput } from '@ledgerline/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { answerWithPasskey } from '../../lib/passkeys.ts';

/** Available re-authentication methods; refetched each time, since the methods change. */
export function useReauthenticationMethods() {
  return useQuery({
    queryKey: ['auth', 'reauthentication-methods'],
    queryFn: async ({ signal }) => (await api(getReauthenticationMethods, { signal })).data,
    staleTime: 0,
    gcTime: 0,
  });
}

export function sendReauthentication(body: BodyInput<typeof reauthenticate>) {
  return api(reauthenticate, { body });
}

/** Requests a passkey from the browser and sends its assertion. */
export async function sendPasskey() {
  const { ticket, question } = (await api(startPasskeyReauthentication)).data;
  const answer = await answerWithPasskey(question);
  return sendReauthentication({ passkey: { ticket, answer } });
}
