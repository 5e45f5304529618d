import * as endpoints from '@ledgerline/contract/calendar/endpoints';
import { sendCalendar } from '#platform/http/calendar-response.ts';
import { type Route, route, streamRoute } from '#platform/http/route.ts';
import { readCalendar } from './read-calendar.ts';
import { createCalendarFeed, deleteCalendarFeed, getCalendarFeed } from './service.ts';

export const calendarRoutes: Route[] = [
  route(endpoints.getCalendarFeed, (ctx) => getCalendarFeed(ctx)),
  route(endpoints.createCalendarFeed, (ctx) => createCalendarFeed(ctx)),
  route(endpoints.deleteCalendarFeed, (ctx) => deleteCalendarFeed(ctx)),
  streamRoute(endpoints.getCalendar, async (ctx, { params }, http) =>
    sendCalendar(http, await readCalendar(ctx, params.token)),
  ),
];
