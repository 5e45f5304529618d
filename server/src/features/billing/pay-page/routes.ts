import * as endpoints from '@ledgerline/contract/pay-page/endpoints';
import { sendPdf } from '#platform/http/pdf-response.ts';
import { type Route, route, routeWithoutTransaction, streamRoute } from '#platform/http/route.ts';
import { getPayPage, getPayPdf, payOnPage } from './pay-on-page.ts';

export const payPageRoutes: Route[] = [
  route(endpoints.getPayPage, (ctx, { params }) => getPayPage(ctx, params.token)),
  routeWithoutTransaction(endpoints.payOnPage, (ctx, { params, body }) => payOnPage(ctx, params.token, body)),
  streamRoute(endpoints.getPayPdf, async (ctx, { params }, { reply }) =>
    sendPdf(reply, await getPayPdf(ctx, params.token)),
  ),
];
