import { deleteCall, updateCall } from '@ledgerline/contract/calls/endpoints';
import type { BodyInput, QueryInput } from '@ledgerline/contract/endpoint';
import { listClientTimeline } from '@ledgerline/contract/timeline/endpoints';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { api, invalidate, readAs, useWrite } from '../../lib/api.ts';

const TIMELINE = ['timeline'] as const;
const FIRST_PAGE: string | undefined = undefined;
/** Few enough to keep the cards below close. */
const PAGE_SIZE = 10;

export type TimelineFilter = Pick<QueryInput<typeof listClientTimeline>, 'kind' | 'q'>;

/** A client's history, paginated; shown entries stay until another filter has loaded. */
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

/** Edits a log entry; a new follow-up also updates the client's record. */
export function useUpdateCall(id: number) {
  return useWrite(
    (body: BodyInput<typeof updateCall>) => api(updateCall, { params: { id }, body }),
    invalidate(TIMELINE, ['client'], ['clients']),
  );
}
