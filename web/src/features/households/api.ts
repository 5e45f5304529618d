import type { BodyInput } from '@ledgerline/contract/endpoint';
import * as endpoints from '@ledgerline/contract/households/endpoints';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, useWrite } from '../../lib/api.ts';

/** Starts like the lists of clients: changes of each linked client refetch it (domain/clients/touched-clients.ts). */
const keyOf = (clientId: number) => ['clients', 'list', 'household', clientId] as const;

export function householdQuery(clientId: number) {
  return queryOptions({
    queryKey: keyOf(clientId),
    queryFn: async ({ signal }) =>
      (await api(endpoints.listHousehold, { params: { id: clientId }, signal })).members,
  });
}

type Link = BodyInput<typeof endpoints.linkClient>;

export function useHouseholdWrites(clientId: number) {
  // Both clients show the link.
  const refetch = (queryClient: QueryClient, relative: number) =>
    Promise.all([clientId, relative].map((id) => queryClient.invalidateQueries({ queryKey: keyOf(id) })));
  return {
    link: useWrite<unknown, Link>(
      (body) => api(endpoints.linkClient, { params: { id: clientId }, body }),
      (queryClient, _, { client_id }) => refetch(queryClient, Number(client_id)),
    ),
    unlink: useWrite<unknown, number>(
      (relative) => api(endpoints.unlinkClient, { params: { id: clientId, clientId: relative } }),
      (queryClient, _, relative) => refetch(queryClient, relative),
    ),
  };
}
