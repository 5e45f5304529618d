import { searchClients } from '@ledgerline/contract/clients/endpoints';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Clients that match a text; an empty one finds no one (1§5). */
export function useFoundClients(q: string) {
  return useQuery({
    queryKey: ['clients', 'search', q],
    queryFn: async ({ signal }) => (await api(searchClients, { query: { q }, signal })).data,
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
}
