import {
  createClient,
  deleteClient,
  getClient,
  getRelatedData,
  listClientHistory,
  listClients,
  restoreClientValue,
  revealClientField,
  updateClient,
} from '@ledgerline/contract/clients/endpoints';
import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import type { FieldName } from '@ledgerline/contract/clients/fields/catalogue';
import type { ClientRecord } from '@ledgerline/contract/clients/schemas';
import type { QueryInput, ReplyOf } from '@ledgerline/contract/endpoint';
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export type ClientListQuery = QueryInput<typeof listClients>;
/** The fields of one write, in wire form. */
export type ClientChanges = Partial<Record<FieldName, FieldValue>>;
export type Client = ReplyOf<typeof getClient>['data'];

const LISTS = ['clients', 'list'] as const;

export const clientKeys = {
  lists: LISTS,
  list: (query: ClientListQuery) => [...LISTS, query] as const,
  client: (id: number) => ['client', id] as const,
  histories: (id: number) => ['client', id, 'history'] as const,
  history: (id: number, field: FieldName | undefined) => ['client', id, 'history', field ?? null] as const,
};

/** The page before stays on screen while the next one loads. */
export function useClients(query: ClientListQuery) {
  return useQuery({
    queryKey: clientKeys.list(query),
    queryFn: ({ signal }) => api(listClients, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useClient(id: number) {
  return useQuery({
    queryKey: clientKeys.client(id),
    queryFn: async ({ signal }): Promise<Client> => (await api(getClient, { params: { id }, signal })).data,
  });
}

export function useCreateClient() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ClientChanges) => api(createClient, { body }),
    onSuccess: ({ id, data }) => keepClient(queryClient, id, data),
  });
}

export function useUpdateClient(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: ClientChanges) => (await api(updateClient, { params: { id }, body })).data,
    onSuccess: (client) => keepClient(queryClient, id, client),
  });
}

export function useDeleteClient(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api(deleteClient, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: LISTS }),
  });
}

/** What hangs on a client; asked anew every time, because it decides whether he may be deleted. */
export function fetchRelatedData(id: number) {
  return api(getRelatedData, { params: { id } });
}

/** One secret in plain text. It is handed over, never cached. */
export async function revealSecret(id: number, field: FieldName): Promise<string> {
  return (await api(revealClientField, { params: { id }, body: { field } })).value ?? '';
}

const FIRST_PAGE: number | undefined = undefined;

export function useClientHistory(id: number, field: FieldName | undefined) {
  return useInfiniteQuery({
    queryKey: clientKeys.history(id, field),
    queryFn: ({ pageParam, signal }) =>
      api(listClientHistory, { params: { id }, query: { before: pageParam, field }, signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => (page.hasMore ? page.data.at(-1)?.id : undefined),
    staleTime: 0,
  });
}

export function useRestoreClientValue(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (changeId: number) =>
      (await api(restoreClientValue, { params: { id, changeId } })).data,
    onSuccess: (client) => keepClient(queryClient, id, client),
  });
}

/** An answered write is the newest record: it fills the page, and the lists load anew. */
async function keepClient(queryClient: QueryClient, id: number, client: ClientRecord): Promise<void> {
  queryClient.setQueryData<Client>(clientKeys.client(id), client);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: LISTS }),
    queryClient.invalidateQueries({ queryKey: clientKeys.histories(id) }),
  ]);
}
