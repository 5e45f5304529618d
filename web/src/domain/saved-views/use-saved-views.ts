import type { BodyInput } from '@ledgerline/contract/endpoint';
import * as endpoints from '@ledgerline/contract/saved-views/endpoints';
import type { SavedViewList } from '@ledgerline/contract/saved-views/lists';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, invalidate, useWrite } from '../../lib/api.ts';

const ALL = ['saved-views'] as const;

export const savedViewsQuery = (list: SavedViewList) =>
  queryOptions({
    queryKey: [...ALL, list],
    queryFn: ({ signal }) => api(endpoints.listSavedViews, { query: { list }, signal }),
  });

export const useSavedViews = (list: SavedViewList) => useQuery(savedViewsQuery(list));

export function useDeletedViews(list: SavedViewList, isOpen: boolean) {
  return useQuery({
    queryKey: [...ALL, list, 'deleted'],
    queryFn: async ({ signal }) =>
      (await api(endpoints.listDeletedSavedViews, { query: { list }, signal })).data,
    enabled: isOpen,
  });
}

const invalidateViews = invalidate(ALL);

export function useCreateView() {
  return useWrite(
    async ({ key, ...body }: BodyInput<typeof endpoints.createSavedView> & { key: string }) =>
      (await api(endpoints.createSavedView, { body, idempotencyKey: key })).data,
    invalidateViews,
  );
}

export function useUpdateView() {
  return useWrite(
    async ({ id, ...body }: BodyInput<typeof endpoints.updateSavedView> & { id: number }) =>
      (await api(endpoints.updateSavedView, { params: { id }, body })).data,
    (client, saved) => {
      // If the views cannot be loaded again, the older version must not replace this one.
      client.setQueryData(
        savedViewsQuery(saved.list).queryKey,
        (views) => views && { ...views, data: views.data.map((one) => (one.id === saved.id ? saved : one)) },
      );
      return invalidateViews(client);
    },
  );
}

export const useClaimView = () =>
  useWrite((id: number) => api(endpoints.claimSavedView, { params: { id } }), invalidateViews);

export const useDeleteView = () =>
  useWrite((id: number) => api(endpoints.deleteSavedView, { params: { id } }), invalidateViews);

export const useRestoreView = () =>
  useWrite(
    async (id: number) => (await api(endpoints.restoreSavedView, { params: { id } })).data,
    invalidateViews,
  );

export const useArrangeViews = () =>
  useWrite(
    (body: BodyInput<typeof endpoints.arrangeSavedViews>) => api(endpoints.arrangeSavedViews, { body }),
    invalidateViews,
  );
