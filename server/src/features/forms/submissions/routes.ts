import { MAX_UPLOAD_BYTES } from '@ledgerline/contract/rules';
import * as differences from '@ledgerline/contract/submissions/differences/endpoints';
import * as endpoints from '@ledgerline/contract/submissions/endpoints';
import * as requested from '@ledgerline/contract/submissions/requested-documents/endpoints';
import { assertRevealsWithinLimit } from '#features/people/agents/reveals/limit-reveals.ts';
import { sendPdf } from '#platform/http/pdf-response.ts';
import {
  type Route,
  route,
  routeWithoutTransaction,
  streamRoute,
  uploadRoute,
} from '#platform/http/route.ts';
import { readOneFile } from '#platform/http/uploaded-file.ts';
import { applyAnswers, listAnswerDifferences, updateAnswerDifferences } from './apply-answers.ts';
import * as documents from './documents/download-documents.ts';
import {
  createDocumentRequest,
  listRequestedDocuments,
  type ReopenLinks,
  reviewRequestedDocuments,
} from './requested-documents/review-documents.ts';
import * as service from './service.ts';

const documentRoutes: Route[] = [
  streamRoute(endpoints.downloadSubmission, async (ctx, { params }, { reply }) =>
    sendPdf(reply, { ...(await documents.downloadSubmission(ctx, params.id)), disposition: 'attachment' }),
  ),
  streamRoute(endpoints.readSubmissionPdf, async (ctx, { params }, { reply }) =>
    sendPdf(reply, await documents.readSubmissionPdf(ctx, params.id)),
  ),
  routeWithoutTransaction(endpoints.getSubmissionDocument, (ctx, { params }) =>
    documents.getSubmissionDocument(ctx, params.id),
  ),
  uploadRoute(endpoints.attachSubmissionDocument, {
    read: (_ctx, _input, request) => readOneFile(request, MAX_UPLOAD_BYTES),
    write: (ctx, { params }, file) => documents.attachSubmissionDocument(ctx, params.id, file),
    answer: (ctx, _id, { params }) => documents.getSubmissionDocument(ctx, params.id),
  }),
  route(endpoints.removeSubmissionDocument, (ctx, { params }) =>
    documents.removeSubmissionDocument(ctx, params.id),
  ),
  route(endpoints.getPublicFormDocument, (ctx, { params }) =>
    documents.getPublicFormDocument(ctx, params.documentAccessToken),
  ),
];

const requestRoutes = (reopenLinks: ReopenLinks): Route[] => [
  route(requested.createDocumentRequest, async (ctx, { body }) => {
    const id = await createDocumentRequest(ctx, body);
    return { ...(await service.getSubmission(ctx, id)), id };
  }),
  route(requested.listRequestedDocuments, (ctx, { params }) => listRequestedDocuments(ctx, params.id)),
  route(requested.reviewRequestedDocuments, (ctx, { params, body }) =>
    reviewRequestedDocuments(ctx, params.id, body, reopenLinks),
  ),
];

export const submissionRoutes = (endLinks: service.EndLinks, reopenLinks: ReopenLinks): Route[] => [
  ...documentRoutes,
  ...requestRoutes(reopenLinks),
  route(endpoints.createSubmission, (ctx, { body }) => service.createSubmission(ctx, body)),
  route(endpoints.listSubmissions, (ctx, { query }) => service.listSubmissions(ctx, query)),
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
    service.updateSubmission(ctx, params.id, body, endLinks.ofPublic),
  ),
  route(endpoints.readSubmission, (ctx, { params }) => service.readSubmission(ctx, params.id)),
  route(
    endpoints.revealSubmissionField,
    (ctx, { params, body }) => service.revealSubmissionField(ctx, params.id, body),
    assertRevealsWithinLimit,
  ),
  route(differences.listAnswerDifferences, (ctx, { params }) => listAnswerDifferences(ctx, params.id)),
  route(differences.applyAnswers, (ctx, { params, body }) => applyAnswers(ctx, params.id, body)),
  route(differences.updateAnswerDifferences, (ctx, { params, body }) =>
    updateAnswerDifferences(ctx, params.id, body),
  ),
  route(endpoints.deleteSubmission, (ctx, { params, body }) =>
    service.deleteSubmission(ctx, params.id, body.confirm_title),
  ),
  route(endpoints.unlinkSubmissionFromSession, (ctx, { params }) =>
    service.unlinkSubmissionFromSession(ctx, params.id, endLinks.ofSessionForm),
  ),
  route(endpoints.unlinkSubmissionFromClient, (ctx, { params }) =>
    service.unlinkSubmissionFromClient(ctx, params.id, endLinks.ofSubmission),
  ),
];
