import * as endpoints from '@ledgerline/contract/invoices/endpoints';
import { listInvoiceTransactions } from '#features/billing/money/read-money.ts';
import { type Route, route, routeThen } from '#platform/http/route.ts';
import * as receipts from './record-payment.ts';

export const receiptRoutes: Route[] = [
  route(endpoints.listInvoiceTransactions, (ctx, { params }) => listInvoiceTransactions(ctx, params.id)),
  routeThen(
    endpoints.recordPayment,
    (ctx, { params, body }) => receipts.recordPayment(ctx, params.id, body),
    (ctx, _, answer) => receipts.tellProvider(ctx, answer),
  ),
  routeThen(
    endpoints.refundPayment,
    (ctx, { params, body }) => receipts.refundPayment(ctx, params.id, body),
    (ctx, _, answer) => receipts.tellProvider(ctx, answer),
  ),
];
