import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { subscribeLive } from '../../../lib/live.ts';
import { fetchInvoice, invoiceKeys } from '../api.ts';
import { isAwaited, noteInvoices } from './payment-watch.ts';

/** Maximum number of invoices per event that are fetched individually; more arrive with the list. */
const MAX_REQUESTS = 5;

/** Notifies once about newly paid invoices on this screen. With live events, also about those a filter then hides. */
export function usePaymentReceived(invoices: readonly InvoiceRow[] | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (invoices) noteInvoices(invoices);
  }, [invoices]);
  useEffect(
    () =>
      subscribeLive(({ kind, action, ids = [], fields }) => {
        if (kind !== 'invoices' || action !== 'updated' || fields?.some(isLinkStep)) return;
        for (const id of ids.filter(isAwaited).slice(0, MAX_REQUESTS)) void look(queryClient, id);
      }),
    [queryClient],
  );
}

async function look(queryClient: QueryClient, id: number): Promise<void> {
  try {
    const invoice = await fetchInvoice(id);
    queryClient.setQueryData(invoiceKeys.invoice(id), invoice);
    noteInvoices([invoice]);
  } catch (error) {
    console.warn('a changed invoice could not be loaded', error);
  }
}

function isLinkStep(field: string): boolean {
  return field.startsWith('link:');
}
