import type { Operation } from '@ledgerline/contract/bulk-actions/endpoints';
import * as endpoints from '@ledgerline/contract/bulk-actions/endpoints';
import type { BodyInput, QueryInput } from '@ledgerline/contract/endpoint';
import { keepPreviousData, type QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { api, fetchFile, readAs, useWrite } from '../../lib/api.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { saveFile } from '../downloads.ts';

/** Fallback polling in case live events are not delivered. */
const POLL_MS = 2000;

const ALL = ['operations'] as const;
const keyOf = (id: number) => [...ALL, id] as const;

export type NewOperation = BodyInput<typeof endpoints.createOperation>;
type ItemQuery = QueryInput<typeof endpoints.listOperationItems>;
type Shown = NonNullable<ReturnType<typeof useOperation>['data']>;

export const isWorking = ({ state }: Pick<Operation, 'state'>): boolean =>
  state === 'running' || state === 'undoing';

export function useOperation(id: number) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: (context) => api(endpoints.getOperation, { params: { id }, ...readAs(context) }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isWorking(state.data.data) ? POLL_MS : false),
  });
}

/** The state is part of the key because planned and actual outcomes differ. */
export function useOperationItems({ id, state }: Pick<Operation, 'id' | 'state'>, query: ItemQuery) {
  return useQuery({
    queryKey: [...keyOf(id), 'items', state, query],
    queryFn: (context) => api(endpoints.listOperationItems, { params: { id }, query, ...readAs(context) }),
    placeholderData: keepPreviousData,
  });
}

export const createOperation = (body: NewOperation) => api(endpoints.createOperation, { body });

type Change = 'run' | 'stop' | 'undo';
const CHANGES = {
  run: endpoints.runOperation,
  stop: endpoints.stopOperation,
  undo: endpoints.undoOperation,
};

export function useChangeOperation(id: number, change: Change) {
  return useWrite<{ data: Operation }, void, ApiError>(
    () => api(CHANGES[change], { params: { id } }),
    (client, { data }) => followJob(client, data),
  );
}

export function useDiscardOperation() {
  return useWrite(
    (id: number) => api(endpoints.deleteOperation, { params: { id } }),
    (client, _, id) => {
      client.removeQueries({ queryKey: keyOf(id) });
    },
  );
}

export function useDownloadOutcome(id: number) {
  return useMutation<void, ApiError, void>({
    mutationFn: async () => {
      const file = await fetchFile(endpoints.downloadOperation, { params: { id } });
      saveFile(file, `bulk-action-${id}.csv`);
    },
  });
}

/** Shows the started job immediately; polling continues from there. */
async function followJob(queryClient: QueryClient, operation: Operation): Promise<void> {
  const queryKey = keyOf(operation.id);
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<Shown>(queryKey, (shown) => shown && { ...shown, data: operation });
  void queryClient.invalidateQueries({ queryKey: ALL });
}
