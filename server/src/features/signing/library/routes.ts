import { MAX_UPLOAD_BYTES } from '@ledgerline/contract/rules';
import * as endpoints from '@ledgerline/contract/signing/endpoints';
import { type Route, routeWithoutTransaction, uploadRoute } from '#platform/http/route.ts';
import { readOneFile } from '#platform/http/uploaded-file.ts';
import * as library from './upload-to-library.ts';

export const libraryRoutes: Route[] = [
  routeWithoutTransaction(endpoints.listLibrary, (ctx) => library.listLibrary(ctx)),
  routeWithoutTransaction(endpoints.archiveLibraryFile, async (ctx, { params }) => ({
    success: true as const,
    file: await library.archiveLibraryFile(ctx, params.fileId),
  })),
  routeWithoutTransaction(endpoints.restoreLibraryFile, async (ctx, { params }) => ({
    success: true as const,
    file: await library.restoreLibraryFile(ctx, params.fileId),
  })),
  uploadRoute(endpoints.uploadToLibrary, {
    read: (_ctx, _input, request) => readOneFile(request, MAX_UPLOAD_BYTES),
    write: (ctx, _input, file) => library.uploadToLibrary(ctx, file),
    answer: async (_ctx, file) => ({ success: true as const, file }),
  }),
];
