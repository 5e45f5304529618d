import * as endpoints from '@ledgerline/contract/documents/endpoints';
import { type Route, route, streamRoute } from '#platform/http/route.ts';
import { sendStoredFile } from '#platform/http/stored-file.ts';
import { readUploadedFiles } from '#platform/http/uploaded-file.ts';
import * as service from './service.ts';
import * as uploading from './uploading/service.ts';

export const documentRoutes: Route[] = [
  route(endpoints.listClientDocuments, (ctx, { params }) => service.listClientDocuments(ctx, params.id)),
  route(endpoints.getDocument, (ctx, { params }) => service.getDocument(ctx, params.id)),
  route(endpoints.updateDocument, (ctx, { params, body }) => service.updateDocument(ctx, params.id, body)),
  route(endpoints.deleteDocument, (ctx, { params, body }) =>
    service.deleteDocument(ctx, params.id, body.confirm_title),
  ),
  streamRoute(endpoints.uploadDocuments, async (ctx, { params }, { request, reply }) => {
    const answer = await uploading.uploadDocuments(ctx, params.clientId, (take) =>
      readUploadedFiles(request, uploading.LIMITS, take),
    );
    return reply.code(endpoints.uploadDocuments.status).send(answer);
  }),
  streamRoute(endpoints.readFile, (ctx, { params }, http) => sendStoredFile(ctx.deps, params.ticket, http)),
];
