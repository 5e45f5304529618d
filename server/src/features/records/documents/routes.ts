import * as endpoints from '@ledgerline/contract/documents/endpoints';
import { type Route, route, streamRoute, uploadRoute } from '#platform/http/route.ts';
import { sendStoredFile } from '#platform/http/stored-file.ts';
import { readUploadedFiles } from '#platform/http/uploaded-file.ts';
import { canViewFile } from './can-view-file.ts';
import * as service from './service.ts';
import * as uploading from './uploading/upload-documents.ts';

export const documentRoutes: Route[] = [
  route(endpoints.listClientDocuments, (ctx, { params }) => service.listClientDocuments(ctx, params.id)),
  route(endpoints.getDocument, (ctx, { params }) => service.getDocument(ctx, params.id)),
  route(endpoints.updateDocument, (ctx, { params, body }) => service.updateDocument(ctx, params.id, body)),
  route(endpoints.deleteDocument, (ctx, { params, body }) =>
    service.deleteDocument(ctx, params.id, body.confirm_title),
  ),
  uploadRoute(endpoints.uploadDocuments, {
    read: (ctx, { params }, request, keys) =>
      uploading.readDocuments(ctx, params.clientId, (store) => readUploadedFiles(request, keys, store)),
    write: (ctx, { params }, files) => uploading.addUploaded(ctx, params.clientId, files),
    answer: (ctx, ids) => uploading.listUploaded(ctx, ids),
  }),
  streamRoute(endpoints.readFile, (ctx, { params }, http) =>
    sendStoredFile(ctx, params.ticket, http, (reader) => canViewFile(ctx, reader)),
  ),
];
