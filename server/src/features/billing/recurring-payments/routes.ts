import * as endpoints from '@ledgerline/contract/recurring-payments/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as service from './service.ts';

export const recurringPaymentRoutes: Route[] = [
  route(endpoints.listRecurringPayments, (ctx, { query }) => service.listRecurringPayments(ctx, query)),
  route(endpoints.listUpcomingPayments, (ctx, { query }) => service.listUpcomingPayments(ctx, query)),
  route(endpoints.cancelRecurringPayment, (ctx, { params }) =>
    service.cancelRecurringPayment(ctx, params.id),
  ),
  route(endpoints.pauseRecurringPayment, (ctx, { params }) => service.pauseRecurringPayment(ctx, params.id)),
  route(endpoints.resumeRecurringPayment, (ctx, { params }) =>
    service.resumeRecurringPayment(ctx, params.id),
  ),
];
