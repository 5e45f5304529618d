import type { RowFilter } from '@ledgerline/contract/lists';
import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/portal/crm/imports/$importId');

/** The row filter, stored in the URL. */
export function useRowFilter(first: RowFilter) {
  const { rows: filter = first, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  return {
    filter,
    page,
    setFilter: (rows: RowFilter) => void navigate({ search: { rows }, resetScroll: false }),
    setPage: (next: number) =>
      void navigate({ search: { rows: filter, ...(next > 1 ? { page: next } : {}) }, resetScroll: false }),
  };
}
