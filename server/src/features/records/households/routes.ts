import * as endpoints from '@ledgerline/contract/households/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import { linkClient, listHousehold, unlinkClient } from './service.ts';

export const householdRoutes: Route[] = [
  route(endpoints.listHousehold, (ctx, { params }) => listHousehold(ctx, params.id)),
  route(endpoints.linkClient, (ctx, { params, body }) => linkClient(ctx, params.id, body)),
  route(endpoints.unlinkClient, (ctx, { params }) => unlinkClient(ctx, params.id, params.clientId)),
];
