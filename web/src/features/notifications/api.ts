import * as endpoints from '@ledgerline/contract/notifications/endpoints';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { reread, useWrite } from '../../lib/use-write.ts';

const NOTICES = ['notices'] as const;
const CHOICES = ['notice-choices'] as const;

/** How many the signed-in agent has not read; follows live events. */
export function useUnreadCount() {
  return useQuery({
    queryKey: [...NOTICES, 'count'],
    queryFn: async ({ signal }) => (await api(endpoints.countNotices, { signal })).unread,
  });
}

/** His own, newest first, page after page. */
export function useNotices() {
  return useInfiniteQuery({
    queryKey: [...NOTICES, 'list'],
    queryFn: ({ pageParam, signal }) =>
      api(endpoints.listNotices, { query: pageParam === 0 ? {} : { before: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.has_more ? page.data.at(-1)?.id : undefined),
    // Each opening of the list asks anew.
    staleTime: 0,
  });
}

export function useReadNotice() {
  return useWrite((id: number) => api(endpoints.readNotice, { params: { id } }), reread(NOTICES));
}

export function useReadNotices() {
  return useWrite((up_to: number) => api(endpoints.readNotices, { body: { up_to } }), reread(NOTICES));
}

export function useNoticeChoices() {
  return useQuery({
    queryKey: CHOICES,
    queryFn: async ({ signal }) => (await api(endpoints.getNoticeChoices, { signal })).data,
    staleTime: 0,
  });
}

export function useUpdateNoticeChoices() {
  return useWrite(
    async (choices: endpoints.NoticeChoice[]) =>
      (await api(endpoints.updateNoticeChoices, { body: { choices } })).data,
    (client, choices) => client.setQueryData(CHOICES, choices),
  );
}
