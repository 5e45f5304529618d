import * as endpoints from '@ledgerline/contract/invoices/endpoints';
import * as service from '#features/billing/book/find-invoices.ts';
import { settleWithProvider } from '#features/billing/provider/following/follow-money.ts';
import { sendPdf } from '#platform/http/pdf-answer.ts';
import { outsideRoute, type Route, route, routeThen, streamRoute } from '#platform/http/route.ts';
import * as deleting from './deleting/delete-invoice.ts';
import * as editing from './editing/edit-invoice.ts';
import { getInvoicePdf } from './papers/draw-invoice.ts';
import { refreshInvoice } from './refreshing/refresh-invoice.ts';
import * as sending from './sending/send-invoice.ts';
import { draftSessionInvoice } from './session-drafts/draft-invoice.ts';

export const invoiceRoutes: Route[] = [
  route(endpoints.listInvoices, (ctx, { query }) => service.listInvoices(ctx, query)),
  route(endpoints.getInvoice, (ctx, { params }) => service.getInvoice(ctx, params.id)),
  routeThen(
    endpoints.createInvoice,
    (ctx, { body }) => editing.createInvoice(ctx, body),
    (ctx, _, answer) => sending.sendSaved(ctx, answer),
  ),
  routeThen(
    endpoints.updateInvoice,
    (ctx, { params, body }) => editing.updateInvoice(ctx, params.id, body),
    async (ctx, { params }) => {
      await settleWithProvider(ctx, params.id);
      return service.getInvoice(ctx, params.id);
    },
  ),
  route(
    endpoints.deleteInvoice,
    (ctx, { params }) => deleting.deleteInvoice(ctx, params.id),
    (ctx, { params }) => deleting.takeLinkBack(ctx, params.id),
  ),
  routeThen(
    endpoints.voidInvoice,
    (ctx, { params }) => editing.voidInvoice(ctx, params.id),
    async (ctx, { params }, answer) => {
      await settleWithProvider(ctx, params.id);
      return answer;
    },
  ),
  outsideRoute(endpoints.generateInvoiceLink, (ctx, { params }) => sending.generateLink(ctx, params.id)),
  route(
    endpoints.sendInvoice,
    (ctx, { params }) => sending.markSent(ctx, params.id),
    (ctx, { params }) => sending.publishForSending(ctx, params.id),
  ),
  outsideRoute(endpoints.refreshInvoice, (ctx, { params }) => refreshInvoice(ctx, params.id)),
  streamRoute(endpoints.getInvoicePdf, async (ctx, { params }, { reply }) =>
    sendPdf(reply, await getInvoicePdf(ctx, params.id)),
  ),
  route(endpoints.draftSessionInvoice, (ctx, { params }) => draftSessionInvoice(ctx, params.id)),
];
