import * as endpoints from '@ledgerline/contract/link-emails/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as service from './email-link.ts';

export const linkEmailRoutes: Route[] = [
  route(endpoints.emailLink, (ctx, { body }) => service.emailLink(ctx, body)),
  route(endpoints.listClientEmails, (ctx, { params }) => service.listClientEmails(ctx, params.id)),
];
