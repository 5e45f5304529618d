import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { createClientLink, listClientLinks } from '@ledgerline/contract/secure-links/endpoints';
import { listTemplates } from '@ledgerline/contract/templates/endpoints';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export type ClientLink = Pick<
  ReplyOf<typeof createClientLink>['data'],
  'formUrl' | 'expiresAt' | 'expiresSoon'
>;

/** For whom a link is: one form, and one client. */
export interface LinkKey {
  formId: number | string;
  clientId: number;
}

const linkKey = ({ clientId, formId }: LinkKey) =>
  ['secure-links', 'client', clientId, String(formId)] as const;
/** Lists of submissions, in which a new link may have put a new row. */
const SUBMISSIONS = ['submissions'] as const;

/** Every form template, for choosing one. */
export function useTemplates() {
  return useQuery({
    queryKey: ['templates', 'list'],
    queryFn: async ({ signal }) => (await api(listTemplates, { signal })).forms,
  });
}

/** The link, found or made when it is asked for; forgotten when nobody shows it any more. */
export function useClientLink(key: LinkKey, isWanted: boolean) {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: linkKey(key),
    queryFn: async ({ signal }): Promise<ClientLink> => {
      const expired = await findExpiredLink(key, signal);
      if (expired) return expired;
      const { data } = await api(createClientLink, { body: key });
      void queryClient.invalidateQueries({ queryKey: SUBMISSIONS });
      return data;
    },
    enabled: isWanted,
    gcTime: 0,
  });
}

/** An expired link stays until the agent decides: asking for a new one would end the address that the client has. */
async function findExpiredLink(
  { clientId, formId }: LinkKey,
  signal: AbortSignal,
): Promise<ClientLink | null> {
  const { data } = await api(listClientLinks, { params: { clientId }, signal });
  const newest = data.find(({ form_id }) => String(form_id) === String(formId));
  if (!newest?.is_expired || newest.status === 'completed') return null;
  return { formUrl: newest.form_url, expiresAt: newest.access_token_expires_at, expiresSoon: false };
}

/** With hours: the same address, to work for at least so many from now. Without: a new address for an expired one. */
export function useRenewClientLink(key: LinkKey) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (expirationHours: number | undefined): Promise<ClientLink> => {
      const hours = expirationHours === undefined ? {} : { expirationHours };
      return (await api(createClientLink, { body: { ...key, ...hours } })).data;
    },
    onSuccess: (link) => {
      queryClient.setQueryData<ClientLink>(linkKey(key), link);
      void queryClient.invalidateQueries({ queryKey: SUBMISSIONS });
    },
  });
}
