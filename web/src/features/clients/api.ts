import { type ExportedSecrets, exportClient } from '@ledgerline/contract/client-export/endpoints';
import * as endpoints from '@ledgerline/contract/clients/endpoints';
import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { ClientRecord, SavedClient } from '@ledgerline/contract/clients/schemas';
import type { QueryInput, ReplyOf } from '@ledgerline/contract/endpoint';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { namesCovered } from '../../domain/clients/touched-clients.ts';
import { api, consumePrefetched, fetchFile, invalidate, readAs, useWrite } from '../../lib/api.ts';
import { hasErrorCode } from '../../lib/api-error.ts';
import { withReason } from '../../lib/reveal-reason.ts';

export type ClientListQuery = QueryInput<typeof endpoints.listClients>;
/** The fields of one update, in wire format. */
export type ClientChanges = Partial<Record<FieldName, FieldValue>>;
/** `was` contains the values that the agent saw: a value that a colleague has changed since is not overwritten. */
type ClientUpdate = ClientChanges & { was?: ClientChanges; confirm_numbers?: true };
export type Client = ReplyOf<typeof endpoints.getClient>['data'];

const LISTS = ['clients', 'list'] as const;

export const clientKeys = {
  lists: LISTS,
  list: (query: ClientListQuery) => [...LISTS, query] as const,
  client: (id: number) => ['client', id] as const,
  histories: (id: number) => ['client', id, 'history'] as const,
  history: (id: number, field: FieldName | undefined) => ['client', id, 'history', field ?? null] as const,
};

export function clientsQuery(query: ClientListQuery) {
  return queryOptions({
    queryKey: clientKeys.list(query),
    queryFn: ({ signal }) => api(endpoints.listClients, { query, signal }),
  });
}

/** The previous page stays on screen while the next one loads. */
export function useClients(query: ClientListQuery) {
  return useQuery({ ...clientsQuery(query), placeholderData: keepPreviousData });
}

export function clientQuery(id: number) {
  return queryOptions({
    queryKey: clientKeys.client(id),
    queryFn: async (context): Promise<Client> => {
      const { data } = await api(endpoints.getClient, { params: { id }, ...readAs(context) });
      // It was merged into another client, to which the server redirects.
      if (Number(data.id) !== id) context.client.setQueryData(clientKeys.client(Number(data.id)), data);
      return data;
    },
  });
}

/**
 * Records in the audit log that a client was opened from the cache. A fetched client is recorded by the request itself.
 * Fire-and-forget: a failure affects no screen.
 */
export function useReportOpened(id: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const queryKey = clientKeys.client(id);
    if (!consumePrefetched(queryClient, queryKey) && queryClient.getQueryData(queryKey) === undefined) return;
    api(endpoints.recordClientOpened, { params: { id } }).catch((error: unknown) =>
      console.warn('the opening of a client was not recorded', error),
    );
  }, [queryClient, id]);
}

export function useClient(id: number) {
  return useQuery(clientQuery(id));
}

export function useCreateClient() {
  return useWrite(
    (body: ClientChanges) => api(endpoints.createClient, { body }),
    (client, { id, data }) => cacheClient(client, id, data),
  );
}

export function useUpdateClient(id: number) {
  return useWrite(
    (body: ClientUpdate) => api(endpoints.updateClient, { params: { id }, body }),
    (queryClient, { data }) => cacheSaved(queryClient, id, data),
  );
}

/** All data of a client as an archive. Changes nothing except the audit log. */
export function useExportClient(id: number) {
  return useMutation({
    mutationFn: (secrets: ExportedSecrets) => fetchFile(exportClient, { params: { id }, body: { secrets } }),
  });
}

/** Assigns a client to an agent or unassigns it, unless the owner changed since it was shown. */
export function useReassignClient(client: Client) {
  const id = Number(client.id);
  const queryClient = useQueryClient();
  return useWrite(
    async (to: number | null) => {
      const body = { owner_agent_id: to, was: { owner_agent_id: client.owner_agent_id ?? null } };
      try {
        return (await api(endpoints.updateClient, { params: { id }, body })).data;
      } catch (error) {
        // The dialog continues with the current owner.
        if (hasErrorCode(error, 'conflict'))
          await queryClient.invalidateQueries({ queryKey: clientKeys.client(id) });
        throw error;
      }
    },
    (_, changed) => cacheSaved(queryClient, id, changed),
  );
}

export function useDeleteClient(id: number) {
  return useWrite(() => api(endpoints.deleteClient, { params: { id } }), invalidate(LISTS));
}

/** Records related to a client. Never cached, because they decide whether the client may be deleted. */
export function fetchRelatedData(id: number) {
  return api(endpoints.getRelatedData, { params: { id } });
}

/** Returns one secret in plain text; never cached. */
export function revealSecret(id: number, field: FieldName): Promise<string> {
  return withReason(
    async (reason) =>
      (await api(endpoints.revealClientField, { params: { id }, body: { field, reason } })).value ?? '',
  );
}

const FIRST_PAGE: number | undefined = undefined;

export function useClientHistory(id: number, field: FieldName | undefined) {
  return useInfiniteQuery({
    queryKey: clientKeys.history(id, field),
    queryFn: ({ pageParam, signal }) =>
      api(endpoints.listClientHistory, { params: { id }, query: { before: pageParam, field }, signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => (page.hasMore ? page.data.at(-1)?.id : undefined),
    staleTime: 0,
  });
}

export function useRestoreClientValue(id: number) {
  return useWrite(
    async (changeId: number) => (await api(endpoints.restoreClientValue, { params: { id, changeId } })).data,
    (queryClient, client) => cacheClient(queryClient, id, client),
  );
}

/** Writes the latest record to the cache and invalidates the lists. */
function cacheClient(queryClient: QueryClient, id: number, client: ClientRecord): Promise<void> {
  queryClient.setQueryData<Client>(clientKeys.client(id), client);
  return invalidateLists(queryClient, id);
}

/** The same for the fields that a save returns; changes by others to other fields arrive as live events. */
function cacheSaved(queryClient: QueryClient, id: number, saved: SavedClient): Promise<void> {
  const queryKey = clientKeys.client(id);
  const state = queryClient.getQueryState(queryKey);
  queryClient.setQueryData<Client>(queryKey, (client) => client && { ...client, ...saved });
  // Refetch, because other fields may be outdated, or a running request may have read the values before the save.
  if (state?.isInvalidated || state?.fetchStatus === 'fetching')
    void queryClient.invalidateQueries({ queryKey });
  return invalidateLists(queryClient, id);
}

async function invalidateLists(queryClient: QueryClient, id: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: LISTS }),
    queryClient.invalidateQueries({ queryKey: clientKeys.histories(id) }),
    queryClient.invalidateQueries({ queryKey: ['timeline', id] }),
    // Policies of relatives name the client.
    queryClient.invalidateQueries({
      queryKey: ['policies', 'client'],
      predicate: ({ state }) => namesCovered({ ids: [id] }, state.data),
    }),
  ]);
}
