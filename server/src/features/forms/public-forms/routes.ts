import * as endpoints from '@ledgerline/contract/public-forms/endpoints';
import * as requested from '@ledgerline/contract/public-forms/requested-documents/endpoints';
import { type Route, route, uploadRoute } from '#platform/http/route.ts';
import { readUploadedFiles } from '#platform/http/uploaded-file.ts';
import * as service from './fill-by-link.ts';
import * as documents from './requested-documents/send-documents.ts';
import * as sessionPage from './session-page/show-session-page.ts';

const documentRoutes: Route[] = [
  route(requested.getDocumentRequest, (ctx) => documents.getDocumentRequest(ctx)),
  uploadRoute(requested.addRequestedFile, {
    read: (ctx, { params }, request, keys) =>
      documents.readRequestedFile(ctx, params.id, (store) => readUploadedFiles(request, keys, store)),
    write: (ctx, { params }, files) => documents.addRequestedFile(ctx, params.id, files),
    answer: (ctx, id) => documents.getAddedFile(ctx, id),
  }),
  route(requested.removeRequestedFile, (ctx, { params }) => documents.removeRequestedFile(ctx, params)),
  route(requested.sendRequestedDocuments, (ctx) => documents.sendRequestedDocuments(ctx)),
];

/** `payableOf` finds the session's invoice that the client can pay; the billing module provides it. */
export const publicPageRoutes = (payableOf: sessionPage.PayableOfSession): Route[] => [
  ...documentRoutes,
  route(endpoints.validateSessionLink, (ctx, { body }, { request }) =>
    sessionPage.validateSessionLink(ctx, body, request),
  ),
  route(
    endpoints.submitSessionPasscode,
    (ctx, { body }, http) => sessionPage.submitSessionPasscode(ctx, body, http),
    sessionPage.countSubmittedPasscode,
  ),
  route(
    endpoints.getSessionPage,
    (ctx, { body }, http) => sessionPage.getSessionPage(ctx, body, payableOf, http),
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
