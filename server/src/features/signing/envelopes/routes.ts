import * as endpoints from '@ledgerline/contract/signing/endpoints';
import { sendPdf } from '#platform/http/pdf-response.ts';
import { type Route, route, routeWithoutTransaction, streamRoute } from '#platform/http/route.ts';
import { openEnvelope } from './open-envelope.ts';
import * as documents from './read-documents.ts';
import { refreshStatus, startBackgroundSync } from './refresh-status.ts';
import { voidEnvelope } from './void-envelope.ts';

export const envelopeRoutes: Route[] = [
  routeWithoutTransaction(endpoints.openEnvelope, (ctx, { params, query }) =>
    openEnvelope(ctx, params.id, query.signer),
  ),
  routeWithoutTransaction(endpoints.voidEnvelope, (ctx, { params, body }) =>
    voidEnvelope(ctx, params.id, body.reason),
  ),
  routeWithoutTransaction(endpoints.listEnvelopeDocuments, (ctx, { params }) =>
    documents.listEnvelopeDocuments(ctx, params.envelopeId),
  ),
  streamRoute(endpoints.getEnvelopeDocument, async (ctx, { params }, { reply }) =>
    sendPdf(reply, await documents.readEnvelopeDocument(ctx, params)),
  ),
  routeWithoutTransaction(endpoints.refreshSubmissionStatus, (ctx, { params }) =>
    refreshStatus(ctx, params.id),
  ),
  routeWithoutTransaction(endpoints.refreshEnvelopeStatus, (ctx, { params }) =>
    refreshStatus(ctx, params.id),
  ),
  route(endpoints.backgroundSync, (ctx, { params }) => startBackgroundSync(ctx, params.id)),
];
