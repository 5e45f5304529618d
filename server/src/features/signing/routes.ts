import * as endpoints from '@ledgerline/contract/esign/endpoints';
import * as pages from '@ledgerline/contract/public-forms/endpoints';
import { MAX_UPLOAD_BYTES } from '@ledgerline/contract/rules';
import type { FastifyRequest } from 'fastify';
import { sendPdf } from '#platform/http/pdf-answer.ts';
import { outsideRoute, type Route, route, streamRoute, uploadRoute } from '#platform/http/route.ts';
import { readOneFile } from '#platform/http/uploaded-file.ts';
import * as signing from './by-hand/sign-here.ts';
import * as start from './from-links/start-signing.ts';
import * as service from './handle-envelope.ts';
import * as library from './library/upload-to-library.ts';
import { confirmSigning } from './returning/confirm-return.ts';

const browserOf = ({ headers }: FastifyRequest) => headers['user-agent'] ?? '';

export const signingRoutes: Route[] = [
  outsideRoute(pages.startSigning, (ctx) => start.startSigning(ctx)),
  route(pages.getSignedCopy, (ctx) => start.getSignedCopy(ctx)),
  route(pages.startPublicSigning, (ctx, { params, body }) =>
    start.startPublicSigning(ctx, params.formLinkId, body),
  ),
  outsideRoute(endpoints.openSigning, (ctx, _, { request }) => signing.openSigning(ctx, browserOf(request))),
  streamRoute(endpoints.readSigningDocument, async (ctx, { params }, { reply }) => {
    const bytes = await signing.readSigningDocument(ctx, params.ticket);
    return sendPdf(reply, { name: 'document.pdf', bytes });
  }),
  outsideRoute(endpoints.submitSigning, (ctx, { body }, { request }) =>
    signing.submitSigning(ctx, body, browserOf(request)),
  ),
  outsideRoute(endpoints.declineSigning, (ctx, { body }, { request }) =>
    signing.declineSigning(ctx, body, browserOf(request)),
  ),
  outsideRoute(endpoints.openEnvelope, (ctx, { params, query }) =>
    service.openEnvelope(ctx, params.id, query.signer),
  ),
  outsideRoute(endpoints.voidEnvelope, (ctx, { params, body }) =>
    service.voidEnvelope(ctx, params.id, body.reason),
  ),
  outsideRoute(endpoints.listEnvelopeDocuments, (ctx, { params }) =>
    service.listEnvelopeDocuments(ctx, params.envelopeId),
  ),
  streamRoute(endpoints.getEnvelopeDocument, async (ctx, { params }, { reply }) =>
    sendPdf(reply, await service.readEnvelopeDocument(ctx, params)),
  ),
  outsideRoute(endpoints.refreshSubmissionStatus, (ctx, { params }) => service.refreshStatus(ctx, params.id)),
  outsideRoute(endpoints.refreshEnvelopeStatus, (ctx, { params }) => service.refreshStatus(ctx, params.id)),
  route(endpoints.backgroundSync, (ctx, { params }) => service.startBackgroundSync(ctx, params.id)),
  route(endpoints.confirmSigning, (ctx, { body }) => confirmSigning(ctx, body)),
  outsideRoute(endpoints.listLibrary, (ctx) => library.listLibrary(ctx)),
  uploadRoute(endpoints.uploadToLibrary, {
    read: (_ctx, _input, request) => readOneFile(request, MAX_UPLOAD_BYTES),
    write: (ctx, _input, file) => library.uploadToLibrary(ctx, file),
    answer: async (_ctx, file) => ({ success: true as const, file }),
  }),
];
