import * as endpoints from '@ledgerline/contract/templates/endpoints';
import { type Route, route, routeThen, routeWithoutTransaction, uploadRoute } from '#platform/http/route.ts';
import { readUploadedFiles } from '#platform/http/uploaded-file.ts';
import * as documents from './documents/service.ts';
import * as service from './service.ts';
import { applySigners, getTemplateSync, syncTemplates } from './sync/sync-templates.ts';

export const templateRoutes: Route[] = [
  route(endpoints.listTemplates, (ctx, { query }) => service.listTemplates(ctx, query)),
  route(endpoints.getTemplate, (ctx, { params }) => service.getTemplate(ctx, params.id)),
  routeThen(
    endpoints.createTemplate,
    (ctx, { body }) => service.createTemplate(ctx, body),
    (ctx, _input, { id }) => applySigners(ctx, id),
  ),
  route(endpoints.sortTemplates, (ctx, { body }) => service.sortTemplates(ctx, body)),
  route(endpoints.updateTemplate, (ctx, { params, body }) => service.updateTemplate(ctx, params.id, body)),
  route(endpoints.archiveTemplate, (ctx, { params }) => service.archiveTemplate(ctx, params.id)),
  route(endpoints.restoreTemplate, (ctx, { params }) => service.restoreTemplate(ctx, params.id)),
  route(endpoints.listTemplateDocuments, (ctx, { params }) =>
    documents.listTemplateDocuments(ctx, params.id),
  ),
  uploadRoute(endpoints.uploadTemplateDocuments, {
    read: (ctx, { params }, request, keys) =>
      documents.readDocuments(ctx, params.id, (store) => readUploadedFiles(request, keys, store)),
    write: async (ctx, _input, rows) => (await documents.addDocuments(ctx, rows)).map(({ id }) => id),
    answer: (ctx, ids, { params }) => documents.listUploaded(ctx, params.id, ids),
  }),
  route(endpoints.deleteTemplateDocument, (ctx, { params }) =>
    documents.deleteTemplateDocument(ctx, params.id, params.docId),
  ),
  routeWithoutTransaction(endpoints.syncTemplates, (ctx) => syncTemplates(ctx)),
  route(endpoints.getTemplateSync, (ctx) => getTemplateSync(ctx)),
];
