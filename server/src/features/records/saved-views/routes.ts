import * as endpoints from '@ledgerline/contract/saved-views/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as service from './service.ts';

export const savedViewRoutes: Route[] = [
  route(endpoints.listSavedViews, (ctx, { query }) => service.listSavedViews(ctx, query.list)),
  route(endpoints.createSavedView, (ctx, { body }) => service.createSavedView(ctx, body)),
  route(endpoints.arrangeSavedViews, (ctx, { body }) => service.arrangeSavedViews(ctx, body)),
  route(endpoints.listDeletedSavedViews, (ctx, { query }) => service.listDeletedSavedViews(ctx, query.list)),
  route(endpoints.updateSavedView, (ctx, { params, body }) => service.updateSavedView(ctx, params.id, body)),
  route(endpoints.claimSavedView, (ctx, { params }) => service.claimSavedView(ctx, params.id)),
  route(endpoints.restoreSavedView, (ctx, { params }) => service.restoreSavedView(ctx, params.id)),
  route(endpoints.deleteSavedView, (ctx, { params }) => service.deleteSavedView(ctx, params.id)),
];
