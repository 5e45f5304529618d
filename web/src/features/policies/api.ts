import type { BodyInput, QueryInput } from '@ledgerline/contract/endpoint';
import * as clientColumns from '@ledgerline/contract/policies/client-columns/endpoints';
import * as endpoints from '@ledgerline/contract/policies/endpoints';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, fetchFile, invalidate, readAs, useWrite } from '../../lib/api.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { withReason } from '../../lib/reveal-reason.ts';

export type PolicyListQuery = QueryInput<typeof endpoints.listPolicies>;
export type NewPolicy = BodyInput<typeof endpoints.createPolicy>;
type PolicyUpdate = { id: number; body: BodyInput<typeof endpoints.updatePolicy> };
type RenewalUpdate = { id: number; body: BodyInput<typeof endpoints.updateRenewal> };

const ALL = ['policies'] as const;

export function clientPoliciesQuery(clientId: number) {
  return queryOptions({
    queryKey: [...ALL, 'client', clientId],
    queryFn: async ({ signal }) =>
      (await api(endpoints.listClientPolicies, { params: { id: clientId }, signal })).policies,
  });
}

/** The previous page stays on screen while the next one loads. */
export function usePolicies(query: PolicyListQuery) {
  return useQuery({
    queryKey: [...ALL, 'list', query],
    queryFn: ({ signal }) => api(endpoints.listPolicies, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export type PolicyExport = BodyInput<typeof endpoints.exportPolicies>;

export const fetchPolicies = (body: PolicyExport): Promise<Blob> =>
  fetchFile(endpoints.exportPolicies, { body });

export function usePolicyWrites() {
  const refetch = invalidate(ALL, ['commissions']);
  return {
    create: useWrite(
      ({ clientId, body }: { clientId: number; body: NewPolicy }) =>
        api(endpoints.createPolicy, { params: { id: clientId }, body }),
      refetch,
    ),
    update: useWrite(
      ({ id, body }: PolicyUpdate) => api(endpoints.updatePolicy, { params: { id }, body }),
      refetch,
    ),
    renew: useWrite(
      ({ id, body }: RenewalUpdate) => api(endpoints.updateRenewal, { params: { id }, body }),
      refetch,
    ),
    remove: useWrite((id: number) => api(endpoints.deletePolicy, { params: { id } }), refetch),
  };
}

/** A hint: if it cannot be loaded, nothing waits for it. */
export async function fetchSameNumber(
  body: BodyInput<typeof endpoints.findSameNumber>,
): Promise<endpoints.ListedPolicy[]> {
  try {
    return (await api(endpoints.findSameNumber, { body })).policies;
  } catch (error) {
    console.warn('policies with the same number could not be loaded', error);
    return [];
  }
}

export function revealNumber(id: number): Promise<string> {
  return withReason(
    async (reason) =>
      (await api(endpoints.revealPolicyNumber, { params: { id }, body: { reason } })).value ?? '',
  );
}

/**
 * The plans in the columns of all clients. Events do not change the list under review; it is loaded again after the connection was
 * lost or client access changed, because it may then name clients that the agent can no longer view. Decisions stay (use-column-review.ts).
 */
export function useColumnPlans() {
  return useQuery({
    queryKey: ['column-plans'],
    queryFn: (context) => api(clientColumns.listColumnPlans, readAs(context)),
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false },
  });
}

/** The same plans have the same idempotency key: if the response of the first attempt was lost, no second import is created. */
export function useImportColumnPlans() {
  const attempt = useRef({ sent: '', key: '' });
  return useWrite<{ id: number }, BodyInput<typeof clientColumns.importColumnPlans>, ApiError>(
    (body) => {
      const sent = JSON.stringify(body);
      if (attempt.current.sent !== sent) attempt.current = { sent, key: crypto.randomUUID() };
      return api(clientColumns.importColumnPlans, { body, idempotencyKey: attempt.current.key });
    },
    invalidate(['imports']),
  );
}
