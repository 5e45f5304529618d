import type { BodyInput } from '@ledgerline/contract/endpoint';
import * as endpoints from '@ledgerline/contract/line-item-templates/endpoints';
import { useQuery } from '@tanstack/react-query';
import { api, invalidate, useWrite } from '../../lib/api.ts';

const TEMPLATES = ['line-item-templates'] as const;

export type NewLineItemTemplate = BodyInput<typeof endpoints.createLineItemTemplate>;

/** Active templates, by category and name. */
export function useLineItemTemplates() {
  return useQuery({
    queryKey: TEMPLATES,
    queryFn: async ({ signal }) =>
      (await api(endpoints.listLineItemTemplates, { query: { is_active: 'true' }, signal })).data,
  });
}

export function useCreateLineItemTemplate() {
  return useWrite(
    async (body: NewLineItemTemplate) => (await api(endpoints.createLineItemTemplate, { body })).data,
    invalidate(TEMPLATES),
  );
}

export function useDeleteLineItemTemplate() {
  return useWrite(
    (id: number) => api(endpoints.deleteLineItemTemplate, { params: { id } }),
    invalidate(TEMPLATES),
  );
}
