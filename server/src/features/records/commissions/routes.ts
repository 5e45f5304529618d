import * as endpoints from '@ledgerline/contract/commissions/endpoints';
import { IMPORT_LIMITS } from '@ledgerline/contract/imports/endpoints';
import { sendCsv } from '#platform/http/csv-response.ts';
import { type Route, route, streamRoute, uploadRoute } from '#platform/http/route.ts';
import { readOneFile } from '#platform/http/uploaded-file.ts';
import * as comparison from './comparison/compare-statement.ts';
import { exportCommissionDifferences } from './comparison/export-differences.ts';
import * as service from './service.ts';
import * as statements from './statements/import-statement.ts';
import { readStatement } from './statements/read-statement.ts';

export const commissionRoutes: Route[] = [
  route(endpoints.listCommissionRates, (ctx) => service.listCommissionRates(ctx)),
  route(endpoints.saveCommissionRate, (ctx, { body }) => service.saveCommissionRate(ctx, body)),
  route(endpoints.deleteCommissionRate, (ctx, { params }) => service.deleteCommissionRate(ctx, params.id)),
  route(endpoints.listClientCommissions, (ctx, { params }) => service.listClientCommissions(ctx, params.id)),
  route(endpoints.setPolicyCommission, (ctx, { params, body }) =>
    service.setPolicyCommission(ctx, params.id, body),
  ),
  uploadRoute(endpoints.previewCommissionStatement, {
    read: async (ctx, { query }, request) =>
      readStatement(ctx, query, await readOneFile(request, IMPORT_LIMITS.bytes)),
    write: async (_ctx, _input, { preview }) => preview,
    answer: async (_ctx, preview) => preview,
  }),
  uploadRoute(endpoints.importCommissionStatement, {
    read: async (ctx, { query }, request) =>
      readStatement(ctx, query, await readOneFile(request, IMPORT_LIMITS.bytes)),
    write: (ctx, { query }, statement) => statements.importStatement(ctx, query, statement),
    answer: async (_ctx, id) => ({ success: true as const, id }),
  }),
  route(endpoints.listCommissionStatements, (ctx) => comparison.listCommissionStatements(ctx)),
  route(endpoints.getCommissionStatement, (ctx, { params, query }) =>
    comparison.getCommissionStatement(ctx, params.id, query),
  ),
  streamRoute(endpoints.exportCommissionDifferences, async (ctx, { params }, { reply }) => {
    const { name, lines } = await exportCommissionDifferences(ctx, params.id);
    return sendCsv(reply, name, lines);
  }),
  route(endpoints.matchCommissionLine, (ctx, { params, body }) =>
    statements.matchCommissionLine(ctx, params.id, body),
  ),
  route(endpoints.rematchCommissionStatement, (ctx, { params }) =>
    statements.rematchCommissionStatement(ctx, params.id),
  ),
  route(endpoints.resolveCommissionDifference, (ctx, { params, body }) =>
    comparison.resolveCommissionDifference(ctx, params.id, body),
  ),
  route(endpoints.deleteCommissionStatement, (ctx, { params }) =>
    statements.deleteCommissionStatement(ctx, params.id),
  ),
];
