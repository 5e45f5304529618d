import * as endpoints from '@ledgerline/contract/ledger/endpoints';
import { sendCsv } from '#platform/http/csv-response.ts';
import { type Route, route, streamRoute } from '#platform/http/route.ts';
import * as service from './read-and-save-cells.ts';

export const ledgerRoutes: Route[] = [
  route(endpoints.getLedgerIndex, (ctx, { query }) => service.getLedgerIndex(ctx, query)),
  route(endpoints.getLedgerRows, (ctx, { query }) => service.getLedgerRows(ctx, query.ids, query.fields)),
  route(endpoints.saveLedgerCells, (ctx, { body }) => service.saveLedgerCells(ctx, body)),
  streamRoute(endpoints.exportLedger, async (ctx, { body }, { reply }) =>
    sendCsv(reply, 'ledger.csv', service.exportLedger(ctx, body)),
  ),
];
