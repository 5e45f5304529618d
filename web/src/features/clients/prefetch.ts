import { CLIENT_PAGE_SIZE } from '@ledgerline/contract/rules';
import type { QueryClient } from '@tanstack/react-query';
import { PREFETCH } from '../../lib/read-as.ts';
import { type ClientListQuery, clientQuery, clientsQuery } from './api.ts';

/** The part of an address that says which clients are shown. */
type ListSearch = Pick<ClientListQuery, 'status' | 'owner' | 'q' | 'sort' | 'direction'> & {
  page?: number | undefined;
};

/** What the address of the client list asks the server for. */
export function listQueryOf({
  page,
  status = 'all',
  owner,
  q,
  sort = 'name',
  direction = 'asc',
}: ListSearch) {
  const requestedPage = Math.max(1, Math.trunc(page ?? 1) || 1);
  return {
    page: requestedPage,
    page_size: CLIENT_PAGE_SIZE,
    status,
    owner,
    q: q || undefined,
    sort,
    direction,
  };
}

/** Asks for a page of the list before its screen is there. */
export function prefetchClients(queryClient: QueryClient, search: ListSearch): void {
  void queryClient.prefetchQuery(clientsQuery(listQueryOf(search)));
}

/** Asks for a client before his page is there; `isAhead`: somebody only points at the link. */
export function prefetchClient(queryClient: QueryClient, id: number, isPrefetch: boolean): void {
  void queryClient.prefetchQuery({ ...clientQuery(id), ...(isPrefetch ? { meta: PREFETCH } : {}) });
}
