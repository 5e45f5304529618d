import * as endpoints from '@ledgerline/contract/bundles/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as service from './service.ts';

export const bundleRoutes: Route[] = [
  route(endpoints.listBundles, (ctx) => service.listBundles(ctx)),
  route(endpoints.createBundle, (ctx, { body }) => service.createBundle(ctx, body)),
  route(endpoints.updateBundle, (ctx, { params, body }) => service.updateBundle(ctx, params.id, body)),
  route(endpoints.deleteBundle, (ctx, { params }) => service.deleteBundle(ctx, params.id)),
];
