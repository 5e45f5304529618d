import * as endpoints from '@ledgerline/contract/folders/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as service from './service.ts';

export const folderRoutes: Route[] = [
  route(endpoints.listFolders, (ctx) => service.listFolders(ctx)),
  route(endpoints.createFolder, (ctx, { body }) => service.createFolder(ctx, body)),
  route(endpoints.sortFolders, (ctx, { body }) => service.sortFolders(ctx, body)),
  route(endpoints.renameFolder, (ctx, { params, body }) => service.renameFolder(ctx, params.id, body)),
  route(endpoints.deleteFolder, (ctx, { params }) => service.deleteFolder(ctx, params.id)),
];
