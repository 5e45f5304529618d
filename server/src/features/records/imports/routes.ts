import * as endpoints from '@ledgerline/contract/imports/endpoints';
import { sendCsv } from '#platform/http/csv-response.ts';
import { type Route, route, streamRoute, uploadRoute } from '#platform/http/route.ts';
import { readOneFile } from '#platform/http/uploaded-file.ts';
import { setImportLayout } from './layout/set-layout.ts';
import { readImport, showUploaded, storeImport } from './layout/store-file.ts';
import * as service from './service.ts';

export const importRoutes: Route[] = [
  uploadRoute(endpoints.uploadImport, {
    read: async (_ctx, { query }, request) =>
      readImport(await readOneFile(request, endpoints.IMPORT_LIMITS.bytes), query.kind),
    write: (ctx, _input, sheet) => storeImport(ctx, sheet),
    answer: (ctx, id) => showUploaded(ctx, id),
  }),
  route(endpoints.listImports, (ctx) => service.listImports(ctx)),
  route(endpoints.getImport, (ctx, { params }) => service.getImport(ctx, params.id)),
  route(endpoints.setImportLayout, (ctx, { params, body }) => setImportLayout(ctx, params.id, body)),
  route(endpoints.checkImport, (ctx, { params, body }) => service.checkImport(ctx, params.id, body)),
  route(endpoints.listImportRows, (ctx, { params, query }) => service.listImportRows(ctx, params.id, query)),
  route(endpoints.runImport, (ctx, { params }) => service.runImport(ctx, params.id)),
  route(endpoints.confirmImportRow, (ctx, { params, body }) => service.confirmRow(ctx, params.id, body)),
  route(endpoints.revertImport, (ctx, { params }) => service.revertImport(ctx, params.id)),
  route(endpoints.deleteImport, (ctx, { params }) => service.deleteImport(ctx, params.id)),
  streamRoute(endpoints.downloadImportOutcome, async (ctx, { params }, { reply }) => {
    const lines = await service.downloadImportOutcome(ctx, params.id);
    return sendCsv(reply, `import-${params.id}.csv`, lines);
  }),
];
