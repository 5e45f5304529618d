import {
  type AlertSettingsBody,
  type AuditFilter,
  exportAuditEvents,
  getAlertSettings,
  listAuditEvents,
  updateAlertSettings,
} from '@ledgerline/contract/audit/endpoints';
import { getAuditChain, startAuditCheck } from '@ledgerline/contract/audit-checks/endpoints';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { saveFile } from '../../domain/downloads.ts';
import { api, fetchFile, invalidate, useWrite } from '../../lib/api.ts';
import type { ApiError } from '../../lib/api-error.ts';

const ALERT_SETTINGS = ['audit', 'alert-settings'] as const;
const CHAIN = ['audit', 'seal'] as const;
const CHECK_POLL_MS = 1000;
const FIRST_PAGE: string | undefined = undefined;

/** Audit log for a filter, paginated, newest first. Previous results stay until the new ones arrive. */
export function useAuditEvents(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: ['audit', 'events', filter],
    queryFn: ({ pageParam, signal }) =>
      api(listAuditEvents, { query: { ...filter, after: pageParam }, signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Downloads the filtered entries as CSV. */
export function useExportAudit(filter: AuditFilter) {
  return useMutation<void, ApiError, void>({
    mutationFn: async () => saveFile(await fetchFile(exportAuditEvents, { body: filter }), 'audit-log.csv'),
  });
}

export function useAlertSettings() {
  return useQuery({
    queryKey: ALERT_SETTINGS,
    queryFn: async ({ signal }) => (await api(getAlertSettings, { signal })).data,
    staleTime: 0,
  });
}

export function useUpdateAlertSettings() {
  return useWrite(
    async (body: AlertSettingsBody) => (await api(updateAlertSettings, { body })).data,
    (client, settings) => void client.setQueryData(ALERT_SETTINGS, settings),
  );
}

/** State of the hash chain and the latest verification. Polled every second while one runs. */
export function useAuditChain(isShown: boolean) {
  return useQuery({
    queryKey: CHAIN,
    queryFn: async ({ signal }) => {
      const { seal, check } = await api(getAuditChain, { signal });
      return { seal, check };
    },
    enabled: isShown,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.check?.state === 'running' ? CHECK_POLL_MS : false),
  });
}

export function useStartAuditCheck() {
  return useWrite(async () => (await api(startAuditCheck)).data, invalidate(CHAIN));
}
