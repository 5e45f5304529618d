import * as endpoints from '@ledgerline/contract/audit/endpoints';
import { getAlertSettings, updateAlertSettings } from '#features/settings/alert-settings.ts';
import { sendCsv } from '#platform/http/csv-response.ts';
import { type Route, route, streamRoute } from '#platform/http/route.ts';
import { exportAuditEvents, listAuditEvents } from './read-audit-log.ts';

export const auditRoutes: Route[] = [
  route(endpoints.listAuditEvents, (ctx, { query }) => listAuditEvents(ctx, query)),
  streamRoute(endpoints.exportAuditEvents, async (ctx, { body }, { reply }) =>
    sendCsv(reply, 'audit-log.csv', exportAuditEvents(ctx, body)),
  ),
  route(endpoints.getAlertSettings, (ctx) => getAlertSettings(ctx)),
  route(endpoints.updateAlertSettings, (ctx, { body }) => updateAlertSettings(ctx, body)),
];
