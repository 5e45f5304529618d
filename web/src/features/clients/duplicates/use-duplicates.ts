import * as endpoints from '@ledgerline/contract/clients/duplicates/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, invalidate, useWrite } from '../../../lib/api.ts';

export type DuplicateList = ReplyOf<typeof endpoints.listDuplicatePairs>;

/** Starts like the lists of clients, which live events invalidate. */
const DUPLICATES = ['clients', 'list', 'duplicates'] as const;
/** How often the progress of a scan is read. */
const PROGRESS_MS = 2000;

export function useDuplicates({ isDismissed, page }: { isDismissed: boolean; page: number }) {
  return useQuery({
    queryKey: [...DUPLICATES, isDismissed, page],
    queryFn: ({ signal }) =>
      api(endpoints.listDuplicatePairs, {
        query: { is_dismissed: isDismissed ? 'true' : 'false', page },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.scan?.state === 'running' ? PROGRESS_MS : false),
  });
}

export function useScanDuplicates() {
  return useWrite(() => api(endpoints.scanDuplicates, {}), invalidate(DUPLICATES));
}

export function useDismissPair() {
  return useWrite(
    ({ id, is_dismissed }: { id: number; is_dismissed: boolean }) =>
      api(endpoints.updateDuplicatePair, { params: { id }, body: { is_dismissed } }),
    invalidate(DUPLICATES),
  );
}
