import * as endpoints from '@ledgerline/contract/clients/merging/endpoints';
import type { BodyInput, ReplyOf } from '@ledgerline/contract/endpoint';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { fetchLikelyClients } from '../../../domain/clients/fetch-likely-clients.ts';
import { api, useWrite } from '../../../lib/api.ts';
import { type Client, clientQuery } from '../api.ts';

export type MergePreview = ReplyOf<typeof endpoints.previewMerge>;
export type Merge = ReplyOf<typeof endpoints.listMerges>['data'][number];

/** Starts like the lists of clients, which live events invalidate. */
const MERGES = ['clients', 'list', 'merges'] as const;

export function useMergePreview(ids: readonly number[]) {
  return useQuery({
    queryKey: ['clients', 'list', 'merge', ...ids],
    queryFn: ({ signal }) => api(endpoints.previewMerge, { query: { ids: ids.join(',') }, signal }),
  });
}

export function useMerges() {
  return useQuery({
    queryKey: MERGES,
    queryFn: async ({ signal }) => (await api(endpoints.listMerges, { signal })).data,
  });
}

/** The first client, once chosen. */
export function useChosenClient(id: number | undefined) {
  return useQuery({ ...clientQuery(id ?? 0), enabled: id !== undefined });
}

/** Clients who may be the same person as this one. */
export function useLikelyDuplicates(id: number | undefined) {
  const client = useChosenClient(id);
  return useQuery({
    queryKey: ['clients', 'list', 'likely', id],
    enabled: client.data !== undefined,
    queryFn: () => fetchLikelyClients(identityOf(client.data), id),
  });
}

function identityOf(client: Client | undefined) {
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    client_first_name: text(client?.client_first_name),
    client_last_name: text(client?.client_last_name),
    primary_email: text(client?.primary_email),
    primary_phone: text(client?.primary_phone),
    dob: text(client?.dob),
  };
}

/** Everything of these clients may have moved. */
function useRefreshed() {
  const queryClient = useQueryClient();
  // The comparison is over: its clients no longer exist.
  return () => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] !== 'merge' });
}

export function useMergeClients() {
  const refresh = useRefreshed();
  return useWrite(
    (body: BodyInput<typeof endpoints.mergeClients>) => api(endpoints.mergeClients, { body }),
    refresh,
  );
}

export function useUndoMerge() {
  const refresh = useRefreshed();
  return useWrite((id: number) => api(endpoints.undoMerge, { params: { id } }), refresh);
}
