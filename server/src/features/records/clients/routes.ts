import * as duplicates from '@ledgerline/contract/clients/duplicates/endpoints';
import * as endpoints from '@ledgerline/contract/clients/endpoints';
import * as merging from '@ledgerline/contract/clients/merging/endpoints';
import { assertRevealsWithinLimit } from '#features/people/agents/reveals/limit-reveals.ts';
import { type Route, route, routeReadAgain, routeWithoutTransaction } from '#platform/http/route.ts';
import { scanDuplicates } from './duplicates/scanning/scan-clients.ts';
import { findDuplicates } from './duplicates/service.ts';
import { listDuplicatePairs, updateDuplicatePair } from './duplicates/worklist/list-pairs.ts';
import { listClientHistory, restoreClientValue } from './history/read-history.ts';
import { mergeClients } from './merging/merge-clients.ts';
import { previewMerge } from './merging/preview-merge.ts';
import { listMerges, undoMerge } from './merging/undo-merge.ts';
import * as clients from './service.ts';

/** `countRelated` is composed by the app from the features that own a client's data. */
export const clientRoutes = (countRelated: clients.CountRelated): Route[] => [
  route(endpoints.listClients, (ctx, { query }) => clients.listClients(ctx, query)),
  route(endpoints.searchClients, (ctx, { query }) => clients.searchClients(ctx, query)),
  route(duplicates.findDuplicates, (ctx, { query }) => findDuplicates(ctx, query)),
  route(duplicates.listDuplicatePairs, (ctx, { query }) => listDuplicatePairs(ctx, query)),
  route(duplicates.updateDuplicatePair, (ctx, { params, body }) => updateDuplicatePair(ctx, params.id, body)),
  route(duplicates.scanDuplicates, (ctx) => scanDuplicates(ctx)),
  route(merging.previewMerge, (ctx, { query }) => previewMerge(ctx, query)),
  route(merging.mergeClients, (ctx, { body }) => mergeClients(ctx, body)),
  route(merging.listMerges, (ctx) => listMerges(ctx)),
  route(merging.undoMerge, (ctx, { params }) => undoMerge(ctx, params.id)),
  route(endpoints.getClient, (ctx, { params }) => clients.getClient(ctx, params.id)),
  // The only effect is the audit row that the endpoint declares.
  routeWithoutTransaction(endpoints.recordClientOpened, async () => ({ success: true as const })),
  route(endpoints.createClient, (ctx, { body }) => clients.createClient(ctx, body)),
  routeReadAgain(
    endpoints.updateClient,
    (ctx, { params, body }) => clients.updateClient(ctx, params.id, body),
    (ctx, { params, body }) => clients.readUpdated(ctx, params.id, body),
    ({ body }) => !clients.changesOwner(body),
  ),
  route(endpoints.deleteClient, (ctx, { params }) => clients.deleteClient(ctx, params.id, countRelated)),
  route(endpoints.getRelatedData, (ctx, { params }) => clients.getRelatedData(ctx, params.id, countRelated)),
  route(
    endpoints.revealClientField,
    (ctx, { params, body }) => clients.revealClientField(ctx, params.id, body),
    assertRevealsWithinLimit,
  ),
  route(endpoints.listClientHistory, (ctx, { params, query }) => listClientHistory(ctx, params.id, query)),
  route(endpoints.restoreClientValue, (ctx, { params }) =>
    restoreClientValue(ctx, params.id, params.changeId),
  ),
];
