import * as endpoints from '@ledgerline/contract/calls/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import { deleteCall, logCall, updateCall } from './service.ts';

export const callRoutes: Route[] = [
  route(endpoints.logCall, (ctx, { params, body }) => logCall(ctx, params.id, body)),
  route(endpoints.updateCall, (ctx, { params, body }) => updateCall(ctx, params.id, body)),
  route(endpoints.deleteCall, (ctx, { params }) => deleteCall(ctx, params.id)),
];
