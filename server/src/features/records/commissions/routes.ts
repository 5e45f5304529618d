import * as endpoints from '@ledgerline/contract/commissions/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as service from './service.ts';

export const commissionRoutes: Route[] = [
  route(endpoints.listCommissionRates, (ctx) => service.listCommissionRates(ctx)),
  route(endpoints.saveCommissionRate, (ctx, { body }) => service.saveCommissionRate(ctx, body)),
  route(endpoints.deleteCommissionRate, (ctx, { params }) => service.deleteCommissionRate(ctx, params.id)),
  route(endpoints.listClientCommissions, (ctx, { params }) => service.listClientCommissions(ctx, params.id)),
  route(endpoints.setPolicyCommission, (ctx, { params, body }) =>
    service.setPolicyCommission(ctx, params.id, body),
  ),
];
