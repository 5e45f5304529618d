import type { BodyInput } from '@ledgerline/contract/endpoint';
import * as endpoints from '@ledgerline/contract/notifications/endpoints';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, invalidate, useWrite } from '../../lib/api.ts';

const NOTIFICATIONS = ['notices'] as const;
const CHOICES = ['notice-choices'] as const;

/** The signed-in agent's unread count; follows live events. */
export function useUnreadCount() {
  return useQuery({
    queryKey: [...NOTIFICATIONS, 'count'],
    queryFn: async ({ signal }) => (await api(endpoints.countNotifications, { signal })).unread,
  });
}

/** The agent's own, newest first, paginated. */
export function useNotifications() {
  return useInfiniteQuery({
    queryKey: [...NOTIFICATIONS, 'list'],
    queryFn: ({ pageParam, signal }) =>
      api(endpoints.listNotifications, { query: pageParam === 0 ? {} : { before: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.has_more ? page.data.at(-1)?.id : undefined),
    // Refetched each time the list opens.
    staleTime: 0,
  });
}

export function useReadNotification() {
  return useWrite(
    (id: number) => api(endpoints.readNotification, { params: { id } }),
    invalidate(NOTIFICATIONS),
  );
}

export function useReadNotifications() {
  return useWrite(
    (up_to: number) => api(endpoints.readNotifications, { body: { up_to } }),
    invalidate(NOTIFICATIONS),
  );
}

export function useNotificationChoices() {
  return useQuery({
    queryKey: CHOICES,
    queryFn: ({ signal }) => api(endpoints.getNotificationChoices, { signal }),
    staleTime: 0,
  });
}

export function useUpdateNotificationChoices() {
  return useWrite(
    (body: BodyInput<typeof endpoints.updateNotificationChoices>) =>
      api(endpoints.updateNotificationChoices, { body }),
    (client, saved) => client.setQueryData(CHOICES, saved),
  );
}
