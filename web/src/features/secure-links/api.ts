import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import { listTemplates } from '@ledgerline/contract/templates/endpoints';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export type ClientLink = ReplyOf<typeof createClientLink>['data'];

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
    queryFn: async (): Promise<ClientLink> => {
      const { data } = await api(createClientLink, { body: key });
      void queryClient.invalidateQueries({ queryKey: SUBMISSIONS });
      return data;
    },
    enabled: isWanted,
    gcTime: 0,
  });
}

/** The same address, to work for at least so many hours from now. */
export function useExtendClientLink(key: LinkKey) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (expirationHours: number): Promise<ClientLink> =>
      (await api(createClientLink, { body: { ...key, expirationHours } })).data,
    onSuccess: (link) => {
      queryClient.setQueryData<ClientLink>(linkKey(key), link);
      void queryClient.invalidateQueries({ queryKey: SUBMISSIONS });
    },
  });
}
