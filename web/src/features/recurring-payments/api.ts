import * as endpoints from '@ledgerline/contract/recurring-payments/endpoints';
import { UPCOMING_DAYS } from '@ledgerline/contract/rules';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

const recurringKeys = {
  all: ['recurring-payments'] as const,
  list: ['recurring-payments', 'list'] as const,
  upcoming: ['recurring-payments', 'upcoming'] as const,
  ofClient: (clientId: number) => ['recurring-payments', 'client', clientId] as const,
};

/** `filter`: conditions on fields, in the format of the request. */
export function useRecurringPayments(filter: string | undefined) {
  return useQuery({
    queryKey: [...recurringKeys.list, filter],
    queryFn: async ({ signal }) =>
      (await api(endpoints.listRecurringPayments, { query: { filter }, signal })).data ?? [],
    placeholderData: keepPreviousData,
  });
}

export function useUpcomingPayments(filter: string | undefined) {
  return useQuery({
    queryKey: [...recurringKeys.upcoming, filter],
    queryFn: async ({ signal }) =>
      (await api(endpoints.listUpcomingPayments, { query: { days: UPCOMING_DAYS, filter }, signal })).data ??
      [],
    placeholderData: keepPreviousData,
  });
}

export function clientRecurringPaymentsQuery(clientId: number) {
  return queryOptions({
    queryKey: recurringKeys.ofClient(clientId),
    queryFn: async ({ signal }) =>
      (await api(endpoints.listRecurringPayments, { query: { customer_id: clientId }, signal })).data ?? [],
  });
}

export function useClientRecurringPayments(clientId: number) {
  return useQuery(clientRecurringPaymentsQuery(clientId));
}

export type RecurringAction = 'pause' | 'resume' | 'cancel';

const ENDPOINTS = {
  pause: endpoints.pauseRecurringPayment,
  resume: endpoints.resumeRecurringPayment,
  cancel: endpoints.cancelRecurringPayment,
};

/** Pauses, resumes or cancels; the lists refetch whatever the result (1§4). */
export function useRecurringAction(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (action: RecurringAction) => (await api(ENDPOINTS[action], { params: { id } })).data,
    onSettled: () => queryClient.invalidateQueries({ queryKey: recurringKeys.all }),
  });
}
