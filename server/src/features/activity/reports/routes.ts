import * as endpoints from '@ledgerline/contract/reports/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import { listReportRows } from './rows/list-rows.ts';
import { getReport } from './service.ts';

export const reportRoutes: Route[] = [
  route(endpoints.getReport, (ctx, { params, query }) => getReport(ctx, params.name, query)),
  route(endpoints.listReportRows, (ctx, { query }) => listReportRows(ctx, query)),
];
