import * as pages from '@ledgerline/contract/public-forms/endpoints';
import * as endpoints from '@ledgerline/contract/signing/endpoints';
import type { FastifyRequest } from 'fastify';
import { sendPdf } from '#platform/http/pdf-response.ts';
import { type Route, route, routeWithoutTransaction, streamRoute } from '#platform/http/route.ts';
import { confirmSigning } from './confirm-return.ts';
import * as signing from './sign-document.ts';
import * as start from './start-signing.ts';

const browserOf = ({ headers }: FastifyRequest) => headers['user-agent'] ?? '';

export const signingPageRoutes: Route[] = [
  routeWithoutTransaction(pages.startSigning, (ctx) => start.startSigning(ctx)),
  route(pages.getSignedCopy, (ctx) => start.getSignedCopy(ctx)),
  route(pages.startPublicSigning, (ctx, { params, body }) =>
    start.startPublicSigning(ctx, params.formLinkId, body),
  ),
  routeWithoutTransaction(endpoints.openSigning, (ctx, _, { request }) =>
    signing.openSigning(ctx, browserOf(request)),
  ),
  streamRoute(endpoints.readSigningDocument, async (ctx, { params }, { reply }) => {
    const bytes = await signing.readSigningDocument(ctx, params.ticket);
    return sendPdf(reply, { name: 'document.pdf', bytes });
  }),
  routeWithoutTransaction(endpoints.saveSigningProgress, (ctx, { body }) =>
    signing.saveSigningProgress(ctx, body),
  ),
  routeWithoutTransaction(endpoints.submitSigning, (ctx, { body }, { request }) =>
    signing.submitSigning(ctx, body, browserOf(request)),
  ),
  routeWithoutTransaction(endpoints.declineSigning, (ctx, { body }, { request }) =>
    signing.declineSigning(ctx, body, browserOf(request)),
  ),
  route(endpoints.confirmSigning, (ctx, { body }) => confirmSigning(ctx, body)),
];
