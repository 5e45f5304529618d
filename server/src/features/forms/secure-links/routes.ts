import * as endpoints from '@ledgerline/contract/secure-links/endpoints';
import { generateSessionToken } from '@ledgerline/contract/sessions/endpoints';
import { type Route, route, routeWithoutTransaction } from '#platform/http/route.ts';
import * as service from './service.ts';
import { getOrIssueSessionLink } from './session-links/issue-session-link.ts';

export const secureLinkRoutes: Route[] = [
  route(endpoints.listClientLinks, (ctx, { params }) => service.listClientLinks(ctx, params.clientId)),
  routeWithoutTransaction(endpoints.createClientLink, (ctx, { body }) => service.issueClientLink(ctx, body)),
  route(endpoints.createPublicLink, (ctx, { body }) => service.createPublicLink(ctx, body)),
  routeWithoutTransaction(generateSessionToken, (ctx, { params, body }) =>
    getOrIssueSessionLink(ctx, params.id, body),
  ),
];
