import type { QueryClient } from '@tanstack/react-query';
import { invoicesQuery, invoiceTotalsQuery } from './api.ts';
import { type InvoiceListState, queryOf } from './list/list-state.ts';

/** Prefetches a page of the list and the totals before its screen renders. */
export function prefetchInvoices(queryClient: QueryClient, state: InvoiceListState): void {
  void queryClient.prefetchQuery(invoicesQuery(queryOf(state)));
  void queryClient.prefetchQuery(invoiceTotalsQuery);
}
