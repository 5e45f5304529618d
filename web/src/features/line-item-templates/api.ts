import type { BodyInput } from '@ledgerline/contract/endpoint';
import {
  createLineItemTemplate,
  deleteLineItemTemplate,
  listLineItemTemplates,
} from '@ledgerline/contract/line-item-templates/endpoints';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

const TEMPLATES = ['line-item-templates'] as const;

export type NewLineItemTemplate = BodyInput<typeof createLineItemTemplate>;

/** The templates in use, by category and name. */
export function useLineItemTemplates() {
  return useQuery({
    queryKey: TEMPLATES,
    queryFn: async ({ signal }) =>
      (await api(listLineItemTemplates, { query: { is_active: 'true' }, signal })).data,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: TEMPLATES });
}

export function useCreateLineItemTemplate() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (body: NewLineItemTemplate) => (await api(createLineItemTemplate, { body })).data,
    onSuccess: refresh,
  });
}

export function useDeleteLineItemTemplate() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => api(deleteLineItemTemplate, { params: { id } }),
    onSuccess: refresh,
  });
}
