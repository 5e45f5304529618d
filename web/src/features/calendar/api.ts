import * as endpoints from '@ledgerline/contract/calendar/endpoints';
import { useQuery } from '@tanstack/react-query';
import { api, useWrite } from '../../lib/api.ts';

const CALENDAR_FEED = ['calendar-feed'] as const;

/** The agent's own feed. Refetched on every display because the last fetch time changes. */
export function useCalendarFeed() {
  return useQuery({
    queryKey: CALENDAR_FEED,
    queryFn: ({ signal }) => api(endpoints.getCalendarFeed, { signal }),
    staleTime: 0,
  });
}

/** Also replaces an existing link. */
export function useCreateCalendarFeed() {
  return useWrite(
    () => api(endpoints.createCalendarFeed),
    (client) => client.invalidateQueries({ queryKey: CALENDAR_FEED }),
  );
}

export function useDeleteCalendarFeed() {
  return useWrite(
    () => api(endpoints.deleteCalendarFeed),
    (client) => client.invalidateQueries({ queryKey: CALENDAR_FEED }),
  );
}
