import * as endpoints from '@ledgerline/contract/public-forms/endpoints';
import { outsideRoute, type Route, route } from '#platform/http/route.ts';
import * as service from './service.ts';
import * as sessionPage from './session-page/service.ts';
import * as signing from './signing/service.ts';

export const publicFormRoutes: Route[] = [
  outsideRoute(endpoints.startSigning, (ctx) => signing.startSigning(ctx)),
  route(endpoints.getSignedCopy, (ctx) => signing.getSignedCopy(ctx)),
  route(endpoints.startPublicSigning, (ctx, { params, body }) =>
    signing.startPublicSigning(ctx, params.formLinkId, body),
  ),
  route(endpoints.validateSessionLink, (ctx, { body }, { request }) =>
    sessionPage.validateSessionLink(ctx, body, request),
  ),
  route(
    endpoints.giveSessionPasscode,
    (ctx, { body }, http) => sessionPage.giveSessionPasscode(ctx, body, http),
    sessionPage.countGivenPasscode,
  ),
  route(
    endpoints.getSessionPage,
    (ctx, { body }, http) => sessionPage.getSessionPage(ctx, body, http),
    sessionPage.countPasscode,
  ),
  route(
    endpoints.openSessionForm,
    (ctx, { params, body }, http) => sessionPage.openSessionForm(ctx, params.id, body, http),
    sessionPage.countPasscode,
  ),
  route(endpoints.validateLink, (ctx, { body }, { request }) => service.validateLink(ctx, body, request)),
  route(endpoints.getSecureForm, (ctx, { query }) => service.getSecureForm(ctx, query)),
  route(endpoints.saveFormProgress, (ctx, { body }) => service.saveFormProgress(ctx, body)),
  route(endpoints.submitSecureForm, (ctx, { body }) => service.submitSecureForm(ctx, body)),
  route(endpoints.getPublicForm, (ctx, { params }) => service.getPublicForm(ctx, params.formLinkId)),
  route(endpoints.submitPublicForm, (ctx, { params, body }) =>
    service.submitPublicForm(ctx, params.formLinkId, body),
  ),
];
