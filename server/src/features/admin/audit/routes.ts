import { Readable } from 'node:stream';
import * as endpoints from '@ledgerline/contract/audit/endpoints';
import { getWatchSettings, updateWatchSettings } from '#features/settings/alert-settings.ts';
import { type Route, route, streamRoute } from '#platform/http/route.ts';
import { exportAuditEvents, listAuditEvents } from './read-audit-log.ts';

export const auditRoutes: Route[] = [
  route(endpoints.listAuditEvents, (ctx, { query }) => listAuditEvents(ctx, query)),
  streamRoute(endpoints.exportAuditEvents, async (ctx, { body }, { reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="audit-trail.csv"')
      .send(Readable.from(exportAuditEvents(ctx, body))),
  ),
  route(endpoints.getWatchSettings, (ctx) => getWatchSettings(ctx)),
  route(endpoints.updateWatchSettings, (ctx, { body }) => updateWatchSettings(ctx, body)),
];
