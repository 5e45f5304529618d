import { CLIENT_PAGE_SIZE } from '@ledgerline/contract/rules';
import { type Filter, filterText } from '@ledgerline/contract/rules/filters';
import type { QueryClient } from '@tanstack/react-query';
import { PREFETCH } from '../../lib/api.ts';
import { type ClientListQuery, clientQuery, clientsQuery } from './api.ts';

/** The URL search parameters that select which clients are shown. */
type ListSearch = Pick<ClientListQuery, 'status' | 'owner' | 'q' | 'sort' | 'direction' | 'then_by'> & {
  page?: number | undefined;
  filter?: Filter | undefined;
};

/** The list query for the URL of the client list. */
export function listQueryOf({
  page,
  status = 'all',
  owner,
  q,
  filter,
  sort = 'name',
  direction = 'asc',
  then_by,
}: ListSearch) {
  const requestedPage = Math.max(1, Math.trunc(page ?? 1) || 1);
  return {
    page: requestedPage,
    page_size: CLIENT_PAGE_SIZE,
    status,
    owner,
    q: q || undefined,
    filter: filterText(filter),
    sort,
    direction,
    then_by,
  };
}

/** Prefetches a page of the list before its screen renders. */
export function prefetchClients(queryClient: QueryClient, search: ListSearch): void {
  void queryClient.prefetchQuery(clientsQuery(listQueryOf(search)));
}

/** Prefetches a client before the page renders. `isPrefetch`: the agent only hovers over the link. */
export function prefetchClient(queryClient: QueryClient, id: number, isPrefetch: boolean): void {
  void queryClient.prefetchQuery({ ...clientQuery(id), ...(isPrefetch ? { meta: PREFETCH } : {}) });
}
