import * as invoices from '@ledgerline/contract/invoices/endpoints';
import * as endpoints from '@ledgerline/contract/payments/endpoints';
import { sendPdf } from '#platform/http/pdf-answer.ts';
import { outsideRoute, type Route, route, routeThen, streamRoute } from '#platform/http/route.ts';
import { getPayPage, getPayPdf, payOnPage } from './pay-page/service.ts';
import * as service from './service.ts';

export const paymentRoutes: Route[] = [
  route(invoices.listInvoiceTransactions, (ctx, { params }) =>
    service.listInvoiceTransactions(ctx, params.id),
  ),
  routeThen(
    invoices.recordPayment,
    (ctx, { params, body }) => service.recordPayment(ctx, params.id, body),
    (ctx, _, answer) => service.tellProvider(ctx, answer),
  ),
  routeThen(
    invoices.refundPayment,
    (ctx, { params, body }) => service.refundPayment(ctx, params.id, body),
    (ctx, _, answer) => service.tellProvider(ctx, answer),
  ),
  route(endpoints.getPayPage, (ctx, { params }) => getPayPage(ctx, params.token)),
  outsideRoute(endpoints.payOnPage, (ctx, { params, body }) => payOnPage(ctx, params.token, body)),
  streamRoute(endpoints.getPayPdf, async (ctx, { params }, { reply }) =>
    sendPdf(reply, await getPayPdf(ctx, params.token)),
  ),
];
