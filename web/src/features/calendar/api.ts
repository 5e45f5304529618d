import * as endpoints from '@ledgerline/contract/calendar/endpoints';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useWrite } from '../../lib/use-write.ts';

const CALENDAR_FEED = ['calendar-feed'] as const;

/** One's own; asked anew each time it is shown, since calendars fetch meanwhile. */
export function useCalendarFeed() {
  return useQuery({
    queryKey: CALENDAR_FEED,
    queryFn: ({ signal }) => api(endpoints.getCalendarFeed, { signal }),
    staleTime: 0,
  });
}

/** Also in the place of an address that was made before. */
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
