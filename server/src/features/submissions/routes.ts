import * as endpoints from '@ledgerline/contract/submissions/endpoints';
import { revokeSubmissionLinks } from '#features/secure-links/service.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as service from './service.ts';

export const submissionRoutes: Route[] = [
  route(endpoints.listClientSubmissions, (ctx, { params }) => service.listClientSubmissions(ctx, params.id)),
  route(endpoints.listTemplateSubmissions, (ctx, { params }) =>
    service.listTemplateSubmissions(ctx, params.id),
  ),
  route(endpoints.listSessionSubmissions, (ctx, { params }) =>
    service.listSessionSubmissions(ctx, params.id),
  ),
  route(endpoints.getSubmission, (ctx, { params }) => service.getSubmission(ctx, params.id)),
  route(endpoints.getCompleteSubmission, (ctx, { params }) => service.getSubmission(ctx, params.id)),
  route(endpoints.updateSubmission, (ctx, { params, body }) =>
    service.updateSubmission(ctx, params.id, body),
  ),
  route(endpoints.readSubmission, (ctx, { params }) => service.readSubmission(ctx, params.id)),
  route(endpoints.revealSubmissionField, (ctx, { params, body }) =>
    service.revealSubmissionField(ctx, params.id, body.field),
  ),
  route(endpoints.deleteSubmission, (ctx, { params }) => service.deleteSubmission(ctx, params.id)),
  route(endpoints.unlinkSubmissionFromSession, (ctx, { params }) =>
    service.unlinkSubmissionFromSession(ctx, params.id),
  ),
  route(endpoints.unlinkSubmissionFromClient, (ctx, { params }) =>
    service.unlinkSubmissionFromClient(ctx, params.id, revokeSubmissionLinks),
  ),
];
