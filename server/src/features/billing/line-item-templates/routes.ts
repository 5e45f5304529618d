import * as endpoints from '@ledgerline/contract/line-item-templates/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as service from './service.ts';

export const lineItemTemplateRoutes: Route[] = [
  route(endpoints.listLineItemTemplates, (ctx, { query }) => service.listLineItemTemplates(ctx, query)),
  route(endpoints.createLineItemTemplate, (ctx, { body }) => service.createLineItemTemplate(ctx, body)),
  route(endpoints.deleteLineItemTemplate, (ctx, { params }) =>
    service.deleteLineItemTemplate(ctx, params.id),
  ),
];
