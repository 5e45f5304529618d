import * as endpoints from '@ledgerline/contract/commissions/endpoints';
import type { BodyInput } from '@ledgerline/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { api, invalidate, useWrite } from '../../lib/api.ts';

const ALL = ['commissions'] as const;

export function useCommissionRates() {
  return useQuery({
    queryKey: [...ALL, 'rates'],
    queryFn: ({ signal }) => api(endpoints.listCommissionRates, { signal }),
  });
}

export function useRateWrites() {
  const refetch = invalidate(ALL);
  return {
    save: useWrite(
      (body: BodyInput<typeof endpoints.saveCommissionRate>) => api(endpoints.saveCommissionRate, { body }),
      refetch,
    ),
    remove: useWrite((id: number) => api(endpoints.deleteCommissionRate, { params: { id } }), refetch),
  };
}
