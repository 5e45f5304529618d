import * as endpoints from '@ledgerline/contract/secure-links/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as service from './service.ts';

export const secureLinkRoutes: Route[] = [
  route(endpoints.listClientLinks, (ctx, { params }) => service.listClientLinks(ctx, params.clientId)),
  route(endpoints.createClientLink, (ctx, { body }) => service.createClientLink(ctx, body)),
];
