import type { BodyInput, QueryInput } from '@ledgerline/contract/endpoint';
import type { Import } from '@ledgerline/contract/imports/endpoints';
import * as endpoints from '@ledgerline/contract/imports/endpoints';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { endColumnReview } from '../../domain/use-column-review.ts';
import { api, fetchFile, invalidate, readAs, useWrite } from '../../lib/api.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { isWorking } from './steps/import-steps.ts';

/** Fallback polling in case live events are not delivered. */
const POLL_MS = 2000;

type RowQuery = QueryInput<typeof endpoints.listImportRows>;

export const importKeys = {
  all: ['imports'] as const,
  list: ['imports', 'list'] as const,
  import: (id: number) => ['imports', id] as const,
  rows: (id: number, query: RowQuery, state: string) => ['imports', id, 'rows', state, query] as const,
};

export function useImports() {
  return useQuery({
    queryKey: importKeys.list,
    queryFn: async ({ signal }) => (await api(endpoints.listImports, { signal })).data,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isWorking) ? POLL_MS : false),
  });
}

export function useImport(id: number) {
  return useQuery({
    queryKey: importKeys.import(id),
    queryFn: (context) => api(endpoints.getImport, { params: { id }, ...readAs(context) }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isWorking(state.data.data) ? POLL_MS : false),
  });
}

/** The state is part of the key because planned and actual outcomes of a row differ. */
export function useImportRows(batch: Pick<Import, 'id' | 'state'>, query: RowQuery) {
  return useQuery({
    queryKey: importKeys.rows(batch.id, query, batch.state),
    queryFn: (context) =>
      api(endpoints.listImportRows, { params: { id: batch.id }, query, ...readAs(context) }),
    placeholderData: keepPreviousData,
  });
}

export function useCheckImport(id: number) {
  return useWrite<{ data: Import }, BodyInput<typeof endpoints.checkImport>, ApiError>(
    (body) => api(endpoints.checkImport, { params: { id }, body }),
    (client, { data }) => followJob(client, data),
  );
}

/** The sheet, the header row and the column of full names. */
export type ImportLayout = BodyInput<typeof endpoints.setImportLayout>;

export function useSetLayout(id: number) {
  return useWrite<{ data: Import }, ImportLayout, ApiError>(
    (body) => api(endpoints.setImportLayout, { params: { id }, body }),
    (client, { data }) => followJob(client, data),
  );
}

export function useRunImport(id: number) {
  return useWrite<{ data: Import }, void, ApiError>(
    () => api(endpoints.runImport, { params: { id } }),
    (client, { data }) => {
      endColumnReview(client, id);
      return followJob(client, data);
    },
  );
}

export function useConfirmRow(id: number) {
  return useWrite<{ data: Import }, BodyInput<typeof endpoints.confirmImportRow>, ApiError>(
    (body) => api(endpoints.confirmImportRow, { params: { id }, body }),
    invalidate(importKeys.import(id)),
  );
}

export function useRevertImport(id: number) {
  return useWrite<{ data: Import }, void, ApiError>(
    () => api(endpoints.revertImport, { params: { id } }),
    (client, { data }) => followJob(client, data),
  );
}

export function useDeleteImport(id: number) {
  return useWrite<unknown, void, ApiError>(
    () => api(endpoints.deleteImport, { params: { id } }),
    invalidate(importKeys.list),
  );
}

export function fetchOutcome(id: number): Promise<Blob> {
  return fetchFile(endpoints.downloadImportOutcome, { params: { id } });
}

type Shown = ReturnType<typeof useImport>['data'];

/** Caches the import from the upload response. */
export function showUploaded(
  queryClient: QueryClient,
  id: number,
  { data, sample, head }: Pick<NonNullable<Shown>, 'data' | 'sample' | 'head'>,
): void {
  const shown: Shown = { success: true, data, sample, head, findings: [] };
  queryClient.setQueryData<Shown>(importKeys.import(id), shown);
}

/** Shows the started job immediately; polling continues from there. */
async function followJob(queryClient: QueryClient, batch: Import): Promise<void> {
  await queryClient.cancelQueries({ queryKey: importKeys.import(batch.id), exact: true });
  queryClient.setQueryData<Shown>(importKeys.import(batch.id), (shown) => shown && { ...shown, data: batch });
  void queryClient.invalidateQueries({ queryKey: importKeys.all });
}
