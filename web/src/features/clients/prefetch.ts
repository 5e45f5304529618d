import { CLIENT_PAGE_SIZE } from '@ledgerline/contract/rules';
import type { QueryClient } from '@tanstack/react-query';
import { AHEAD } from '../../lib/read-as.ts';
import { type ClientListQuery, clientQuery, clientsQuery } from './api.ts';

/** The part of an address that says which clients are shown. */
type ListSearch = Pick<ClientListQuery, 'status' | 'owner' | 'q' | 'sort' | 'direction'> & {
  page?: number | undefined;
};

/** What the address of the client list asks the server for. */
export function askedBy({ page, status = 'all', owner, q, sort = 'name', direction = 'asc' }: ListSearch) {
  const asked = Math.max(1, Math.trunc(page ?? 1) || 1);
  return { page: asked, page_size: CLIENT_PAGE_SIZE, status, owner, q: q || undefined, sort, direction };
}

/** Asks for a page of the list before its screen is there. */
export function askForClients(queryClient: QueryClient, search: ListSearch): void {
  void queryClient.prefetchQuery(clientsQuery(askedBy(search)));
}

/** Asks for a client before his page is there; `isAhead`: somebody only points at the link. */
export function askForClient(queryClient: QueryClient, id: number, isAhead: boolean): void {
  void queryClient.prefetchQuery({ ...clientQuery(id), ...(isAhead ? { meta: AHEAD } : {}) });
}
