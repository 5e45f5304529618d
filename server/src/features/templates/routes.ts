import * as endpoints from '@ledgerline/contract/templates/endpoints';
import { outsideRoute, type Route, route, streamRoute } from '#platform/http/route.ts';
import { readUploadedFiles } from '#platform/http/uploaded-file.ts';
import * as documents from './documents/service.ts';
import * as service from './service.ts';
import { syncTemplates } from './sync/service.ts';

export const templateRoutes: Route[] = [
  route(endpoints.listTemplates, (ctx, { query }) => service.listTemplates(ctx, query)),
  route(endpoints.getTemplate, (ctx, { params }) => service.getTemplate(ctx, params.id)),
  route(endpoints.createTemplate, (ctx, { body }) => service.createTemplate(ctx, body)),
  route(endpoints.sortTemplates, (ctx, { body }) => service.sortTemplates(ctx, body)),
  route(endpoints.updateTemplate, (ctx, { params, body }) => service.updateTemplate(ctx, params.id, body)),
  route(endpoints.listTemplateDocuments, (ctx, { params }) =>
    documents.listTemplateDocuments(ctx, params.id),
  ),
  streamRoute(endpoints.uploadTemplateDocuments, async (ctx, { params }, { request, reply }) => {
    const answer = await documents.uploadTemplateDocuments(ctx, params.id, (take) =>
      readUploadedFiles(request, documents.LIMITS, take),
    );
    return reply.code(endpoints.uploadTemplateDocuments.status).send(answer);
  }),
  route(endpoints.deleteTemplateDocument, (ctx, { params }) =>
    documents.deleteTemplateDocument(ctx, params.id, params.docId),
  ),
  outsideRoute(endpoints.syncTemplates, (ctx) => syncTemplates(ctx)),
];
