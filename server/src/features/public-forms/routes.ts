import * as endpoints from '@ledgerline/contract/public-forms/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as service from './service.ts';

export const publicFormRoutes: Route[] = [
  route(endpoints.validateLink, (ctx, { body }) => service.validateLink(ctx, body)),
  route(endpoints.getSecureForm, (ctx, { query }) => service.getSecureForm(ctx, query)),
  route(endpoints.saveFormProgress, (ctx, { body }) => service.saveFormProgress(ctx, body)),
  route(endpoints.submitSecureForm, (ctx, { body }) => service.submitSecureForm(ctx, body)),
  route(endpoints.getPublicForm, (ctx, { params }) => service.getPublicForm(ctx, params.formLinkId)),
  route(endpoints.submitPublicForm, (ctx, { params, body }) =>
    service.submitPublicForm(ctx, params.formLinkId, body),
  ),
];
