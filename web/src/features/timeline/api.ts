import { deleteCall, updateCall } from '@ledgerline/contract/calls/endpoints';
import type { BodyInput, QueryInput } from '@ledgerline/contract/endpoint';
import { listClientTimeline } from '@ledgerline/contract/timeline/endpoints';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { readAs } from '../../lib/read-as.ts';
import { invalidate, useWrite } from '../../lib/use-write.ts';

const TIMELINE = ['timeline'] as const;
const FIRST_PAGE: string | undefined = undefined;
/** So few that the cards below stay near. */
const PAGE_SIZE = 10;

export type TimelineFilter = Pick<QueryInput<typeof listClientTimeline>, 'kind' | 'q'>;

/** What happened with a client, page by page; what is shown stays until another filter is answered. */
export function useTimeline(clientId: number, filter: TimelineFilter) {
  return useInfiniteQuery({
    queryKey: [...TIMELINE, clientId, filter],
    queryFn: ({ pageParam, ...context }) =>
      api(listClientTimeline, {
        params: { id: clientId },
        query: { ...filter, limit: PAGE_SIZE, after: pageParam },
        ...readAs(context),
      }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

export const invalidateTimeline = invalidate(TIMELINE);

export function useDeleteCall() {
  return useWrite((id: number) => api(deleteCall, { params: { id } }), invalidateTimeline);
}

/** Changes what was logged; with another next follow-up the client's record follows as well. */
export function useUpdateCall(id: number) {
  return useWrite(
    (body: BodyInput<typeof updateCall>) => api(updateCall, { params: { id }, body }),
    invalidate(TIMELINE, ['client'], ['clients']),
  );
}
