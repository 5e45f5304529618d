import * as endpoints from '@ledgerline/contract/invoices/endpoints';
import * as reading from '#features/billing/invoice-store/find-invoices.ts';
import { getInvoicePdf } from '#features/billing/invoice-store/render-invoice.ts';
import { completeProviderCalls } from '#features/billing/provider/follow.ts';
import { reconcileInvoice } from '#features/billing/provider/reconcile.ts';
import { listInvoiceTransactions } from '#features/billing/transactions/read-transactions.ts';
import { sendCsv } from '#platform/http/csv-response.ts';
import { sendPdf } from '#platform/http/pdf-response.ts';
import { type Route, route, routeThen, routeWithoutTransaction, streamRoute } from '#platform/http/route.ts';
import * as deleting from './delete-invoice.ts';
import { draftSessionInvoice } from './draft-invoice.ts';
import * as editing from './edit-invoice.ts';
import { exportInvoices } from './export-invoices.ts';
import { getInvoiceTotals } from './get-totals.ts';
import * as receipts from './record-payment.ts';
import { reopenBalance } from './reopen-balance.ts';
import * as sending from './send-invoice.ts';
import { voidInvoice } from './void-invoice.ts';

export const invoiceRoutes: Route[] = [
  route(endpoints.listInvoices, (ctx, { query }) => reading.listInvoices(ctx, query)),
  streamRoute(endpoints.exportInvoices, async (ctx, { body }, { reply }) =>
    sendCsv(reply, 'invoices.csv', exportInvoices(ctx, body)),
  ),
  route(endpoints.getInvoiceTotals, (ctx) => getInvoiceTotals(ctx)),
  route(endpoints.getInvoice, (ctx, { params }) => reading.getInvoice(ctx, params.id)),
  routeThen(
    endpoints.createInvoice,
    (ctx, { body }) => editing.createInvoice(ctx, body),
    (ctx, _, answer) => sending.sendSaved(ctx, answer),
  ),
  routeThen(
    endpoints.updateInvoice,
    (ctx, { params, body }) => editing.updateInvoice(ctx, params.id, body),
    async (ctx, { params }) => {
      await completeProviderCalls(ctx, params.id);
      return reading.getInvoice(ctx, params.id);
    },
  ),
  route(
    endpoints.deleteInvoice,
    (ctx, { params }) => deleting.deleteInvoice(ctx, params.id),
    (ctx, { params }) => deleting.revokeLink(ctx, params.id),
  ),
  routeThen(
    endpoints.voidInvoice,
    (ctx, { params }) => voidInvoice(ctx, params.id),
    async (ctx, { params }, answer) => {
      await completeProviderCalls(ctx, params.id);
      return answer;
    },
  ),
  routeWithoutTransaction(endpoints.generateInvoiceLink, (ctx, { params }) =>
    sending.generateLink(ctx, params.id),
  ),
  route(
    endpoints.sendInvoice,
    (ctx, { params }) => sending.markSent(ctx, params.id),
    (ctx, { params }) => sending.publishForSending(ctx, params.id),
  ),
  routeWithoutTransaction(endpoints.refreshInvoice, async (ctx, { params }) => {
    await reconcileInvoice(ctx, params.id);
    return reading.getInvoice(ctx, params.id);
  }),
  streamRoute(endpoints.getInvoicePdf, async (ctx, { params }, { reply }) =>
    sendPdf(reply, await getInvoicePdf(ctx, params.id)),
  ),
  route(endpoints.draftSessionInvoice, (ctx, { params }) => draftSessionInvoice(ctx, params.id)),
  route(endpoints.listInvoiceTransactions, (ctx, { params }) => listInvoiceTransactions(ctx, params.id)),
  routeThen(
    endpoints.recordPayment,
    (ctx, { params, body }) => receipts.recordPayment(ctx, params.id, body),
    (ctx, _, answer) => receipts.syncProvider(ctx, answer),
  ),
  routeThen(
    endpoints.refundPayment,
    (ctx, { params, body }) => receipts.refundPayment(ctx, params.id, body),
    (ctx, _, answer) => receipts.syncProvider(ctx, answer),
  ),
  routeThen(
    endpoints.reopenBalance,
    (ctx, { params }) => reopenBalance(ctx, params.id),
    async (ctx, { params }) => {
      await completeProviderCalls(ctx, params.id);
      return reading.getInvoice(ctx, params.id);
    },
  ),
];
