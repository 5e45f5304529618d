import * as invoices from '@ledgerline/contract/invoices/endpoints';
import { accountSchema } from '@ledgerline/contract/invoices/schemas';
import * as endpoints from '@ledgerline/contract/payments/endpoints';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { sendPdf } from '#platform/http/pdf-answer.ts';
import { outsideRoute, type Route, route, streamRoute } from '#platform/http/route.ts';
import { receiveEvent } from './inbox/service.ts';
import { getPayPage, getPayPdf, payOnPage } from './pay-page/service.ts';
import * as service from './service.ts';

export const paymentRoutes: Route[] = [
  route(invoices.listInvoiceTransactions, (ctx, { params }) =>
    service.listInvoiceTransactions(ctx, params.id),
  ),
  route(invoices.recordPayment, (ctx, { params, body }) => service.recordPayment(ctx, params.id, body)),
  route(invoices.refundPayment, (ctx, { params, body }) => service.refundPayment(ctx, params.id, body)),
  route(endpoints.getPayPage, (ctx, { params }) => getPayPage(ctx, params.token)),
  outsideRoute(endpoints.payOnPage, (ctx, { params, body }) => payOnPage(ctx, params.token, body)),
  streamRoute(endpoints.getPayPdf, async (ctx, { params }, { reply }) =>
    sendPdf(reply, await getPayPdf(ctx, params.token)),
  ),
];

const MAX_EVENT_BYTES = 256 * 1024;

/**
 * Where payment providers tell what happened. Outside the contract, since its signature covers the raw bytes: the body is
 * read as such here, and nowhere else.
 */
export function serveWebhooks(app: FastifyInstance, deps: Deps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
    scope.post<{ Params: { account: string } }>(
      '/api/webhooks/payments/:account',
      { bodyLimit: MAX_EVENT_BYTES },
      async (request) => {
        const account = accountSchema.safeParse(request.params.account);
        if (!account.success) throw new AppError('not_found');
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await receiveEvent(deps, account.data, body, request.headers);
        return { success: true };
      },
    );
  });
}
