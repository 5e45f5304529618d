import * as endpoints from '@ledgerline/contract/today/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import { getFirstDay, updateFirstDay } from './getting-started/service.ts';
import { countToday, listToday } from './read-today.ts';
import { handOverLine, snoozeLine, wakeLine } from './snooze.ts';

export const todayRoutes: Route[] = [
  route(endpoints.listToday, (ctx, { query }) => listToday(ctx, query)),
  route(endpoints.countToday, (ctx, { query }) => countToday(ctx, query)),
  route(endpoints.snoozeLine, (ctx, { body }) => snoozeLine(ctx, body)),
  route(endpoints.wakeLine, (ctx, { body }) => wakeLine(ctx, body)),
  route(endpoints.handOverLine, (ctx, { body }) => handOverLine(ctx, body)),
  route(endpoints.getFirstDay, (ctx) => getFirstDay(ctx)),
  route(endpoints.updateFirstDay, (ctx, { body }) => updateFirstDay(ctx, body)),
];
