import * as endpoints from '@ledgerline/contract/templates/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as service from './service.ts';

export const templateRoutes: Route[] = [
  route(endpoints.listTemplates, (ctx) => service.listTemplates(ctx)),
  route(endpoints.getTemplate, (ctx, { params }) => service.getTemplate(ctx, params.id)),
];
