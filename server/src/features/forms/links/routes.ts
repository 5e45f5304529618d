import * as endpoints from '@ledgerline/contract/secure-links/endpoints';
import { outsideRoute, type Route, route } from '#platform/http/route.ts';
import * as service from './give-links.ts';

export const secureLinkRoutes: Route[] = [
  route(endpoints.listClientLinks, (ctx, { params }) => service.listClientLinks(ctx, params.clientId)),
  outsideRoute(endpoints.createClientLink, (ctx, { body }) => service.giveClientLink(ctx, body)),
  route(endpoints.createPublicLink, (ctx, { body }) => service.createPublicLink(ctx, body)),
];
