import { listRecents, searchEverything } from '@ledgerline/contract/search/endpoints';
import { type Route, route } from '#platform/http/route.ts';
import * as search from './search-everything.ts';

export const searchRoutes: Route[] = [
  route(searchEverything, (ctx, { query }) => search.searchEverything(ctx, query)),
  route(listRecents, (ctx, { query }) => search.listRecents(ctx, query)),
];
