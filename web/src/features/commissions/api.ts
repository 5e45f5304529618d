import * as endpoints from '@ledgerline/contract/commissions/endpoints';
import type { BodyInput, QueryInput } from '@ledgerline/contract/endpoint';
import { listPolicies } from '@ledgerline/contract/policies/endpoints';
import { keepPreviousData, skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { saveFile } from '../../domain/downloads.ts';
import { api, fetchFile, invalidate, upload, useWrite } from '../../lib/api.ts';
import type { ApiError } from '../../lib/api-error.ts';

export type StatementQuery = QueryInput<typeof endpoints.getCommissionStatement>;
export type PreviewQuery = QueryInput<typeof endpoints.previewCommissionStatement>;
export type ImportQuery = QueryInput<typeof endpoints.importCommissionStatement>;
type Resolution = BodyInput<typeof endpoints.resolveCommissionDifference>;

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

export function useStatements() {
  return useQuery({
    queryKey: [...ALL, 'statements'],
    queryFn: async ({ signal }) => (await api(endpoints.listCommissionStatements, { signal })).statements,
  });
}

/** The previous rows stay on screen while the next ones load. */
export function useStatement(id: number, query: StatementQuery) {
  return useQuery({
    queryKey: [...ALL, 'statement', id, query],
    queryFn: ({ signal }) => api(endpoints.getCommissionStatement, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

const formOf = (file: File) => {
  const form = new FormData();
  form.append('file', file);
  return form;
};

/** A preview of a file with this layout; nothing is stored. */
export function usePreview(file: File | null, query: PreviewQuery | null) {
  return useQuery({
    queryKey: ['commission-preview', file?.name, file?.size, file?.lastModified, query],
    queryFn:
      file && query
        ? ({ signal }) => upload(endpoints.previewCommissionStatement, formOf(file), { query, signal })
        : skipToken,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export function useImportStatement() {
  return useWrite<{ id: number }, { file: File; query: ImportQuery }, ApiError>(
    ({ file, query }) => upload(endpoints.importCommissionStatement, formOf(file), { query }),
    invalidate(ALL),
  );
}

export function useStatementWrites(id: number) {
  const refetch = invalidate(ALL);
  return {
    resolve: useWrite(
      (body: Resolution) => api(endpoints.resolveCommissionDifference, { params: { id }, body }),
      refetch,
    ),
    match: useWrite(
      ({ line, policy_id }: { line: number; policy_id: number }) =>
        api(endpoints.matchCommissionLine, { params: { id: line }, body: { policy_id } }),
      refetch,
    ),
    rematch: useWrite(() => api(endpoints.rematchCommissionStatement, { params: { id } }), refetch),
  };
}

/** `onDeleted` leaves the page of the statement before its queries are refetched. */
export function useDeleteStatement(onDeleted: () => Promise<void>) {
  return useWrite(
    (id: number) => api(endpoints.deleteCommissionStatement, { params: { id } }),
    async (client) => {
      await onDeleted();
      void client.invalidateQueries({ queryKey: ALL });
    },
  );
}

export function useDownloadCsv(id: number, name: string) {
  return useMutation<void, ApiError, void>({
    mutationFn: async () =>
      saveFile(await fetchFile(endpoints.exportCommissionDifferences, { params: { id } }), `${name}.csv`),
  });
}

/** Policies that a line can be matched to. */
export function usePolicySearch(q: string) {
  return useQuery({
    queryKey: [...ALL, 'policies', q],
    queryFn: async ({ signal }) =>
      (await api(listPolicies, { query: { q, page_size: 10, sort: 'client' }, signal })).policies,
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
}
