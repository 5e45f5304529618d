import { Readable } from 'node:stream';
import * as endpoints from '@ledgerline/contract/ledger/endpoints';
import { type Route, route, streamRoute } from '#platform/http/route.ts';
import * as service from './read-and-save-cells.ts';

export const ledgerRoutes: Route[] = [
  route(endpoints.getLedgerIndex, (ctx, { query }) => service.getLedgerIndex(ctx, query)),
  route(endpoints.getLedgerRows, (ctx, { query }) => service.getLedgerRows(ctx, query.ids, query.fields)),
  route(endpoints.saveLedgerCells, (ctx, { body }) => service.saveLedgerCells(ctx, body)),
  streamRoute(endpoints.exportLedger, async (ctx, { body }, { reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="ledger.csv"')
      .send(Readable.from(service.exportLedger(ctx, body))),
  ),
];
