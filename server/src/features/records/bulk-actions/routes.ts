import * as endpoints from '@ledgerline/contract/bulk-actions/endpoints';
import { sendCsv } from '#platform/http/csv-response.ts';
import { type Route, route, streamRoute } from '#platform/http/route.ts';
import type { BulkActions } from './bulk-action.ts';
import * as operations from './service.ts';

/** `actions` is composed by the app from the features whose records change. */
export const operationRoutes = (actions: BulkActions): Route[] => [
  route(endpoints.createOperation, (ctx, { body }) => operations.createOperation(ctx, actions, body)),
  route(endpoints.listOperations, (ctx) => operations.listOperations(ctx)),
  route(endpoints.getOperation, (ctx, { params }) => operations.getOperation(ctx, actions, params.id)),
  route(endpoints.listOperationItems, (ctx, { params, query }) =>
    operations.listOperationItems(ctx, actions, params.id, query),
  ),
  route(endpoints.runOperation, (ctx, { params }) => operations.runOperation(ctx, actions, params.id)),
  route(endpoints.stopOperation, (ctx, { params }) => operations.stopOperation(ctx, params.id)),
  route(endpoints.undoOperation, (ctx, { params }) => operations.undoOperation(ctx, params.id)),
  route(endpoints.deleteOperation, (ctx, { params }) => operations.deleteOperation(ctx, params.id)),
  streamRoute(endpoints.downloadOperation, async (ctx, { params }, { reply }) => {
    const lines = await operations.downloadOperation(ctx, actions, params.id);
    return sendCsv(reply, `bulk-action-${params.id}.csv`, lines);
  }),
];
