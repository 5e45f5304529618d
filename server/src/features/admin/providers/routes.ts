import * as endpoints from '@ledgerline/contract/providers/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as service from './service.ts';

export const providerRoutes: Route[] = [
  route(endpoints.listProviders, (ctx) => service.listProviders(ctx)),
  route(endpoints.listParkedEvents, (ctx) => service.listParkedEvents(ctx)),
  route(endpoints.replayEvent, (ctx, { params }) => service.replayEvent(ctx, params.id)),
  route(endpoints.replayAllEvents, (ctx) => service.replayAllEvents(ctx)),
];
