import * as endpoints from '@ledgerline/contract/today/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import { getGettingStarted, updateGettingStarted } from './getting-started/service.ts';
import { countToday, listToday } from './read-today.ts';
import { reassignItem, snoozeItem } from './snooze.ts';
import { undoReassignItem, wakeItem } from './undo.ts';

export const todayRoutes: Route[] = [
  route(endpoints.listToday, (ctx, { query }) => listToday(ctx, query)),
  route(endpoints.countToday, (ctx, { query }) => countToday(ctx, query)),
  route(endpoints.snoozeItem, (ctx, { body }) => snoozeItem(ctx, body)),
  route(endpoints.wakeItem, (ctx, { body }) => wakeItem(ctx, body)),
  route(endpoints.reassignItem, (ctx, { body }) => reassignItem(ctx, body)),
  route(endpoints.undoReassignItem, (ctx, { body }) => undoReassignItem(ctx, body)),
  route(endpoints.getGettingStarted, (ctx) => getGettingStarted(ctx)),
  route(endpoints.updateGettingStarted, (ctx, { body }) => updateGettingStarted(ctx, body)),
];
