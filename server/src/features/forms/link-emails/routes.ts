import * as endpoints from '@ledgerline/contract/link-emails/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as service from './email-link.ts';

export const mailRoutes: Route[] = [
  route(endpoints.mailLink, (ctx, { body }) => service.mailLink(ctx, body)),
  route(endpoints.listClientMail, (ctx, { params }) => service.listClientMail(ctx, params.id)),
];
