import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { invoiceInPendingPayment, moneyDisplay } from '@ledgerline/contract/rules';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { subscribeLive } from '../../../lib/live.ts';
import { fetchInvoice, invoiceKeys } from '../api.ts';
import { clientText, refOf } from '../invoice-display.ts';

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

type Seen = Pick<InvoiceRow, 'status' | 'updated_at'>;

/** The last known status of each invoice in this tab, so that a payment is notified only once (1§4, decisions K19). */
const seen = new Map<number, Seen>();

/** Processes invoices from the server in any order and reports those paid since the last time. */
function noteInvoices(invoices: readonly InvoiceRow[]): void {
  for (const invoice of invoices) {
    const before = seen.get(invoice.id);
    // Ignore stale responses.
    if (before && before.updated_at > invoice.updated_at) continue;
    seen.set(invoice.id, { status: invoice.status, updated_at: invoice.updated_at });
    // With nothing to pay, an invoice is paid without a payment (decision 092).
    const isPayment = invoice.status === 'paid' && invoice.total_cents > 0;
    if (before && before.status !== 'paid' && isPayment) notifyPaid(invoice);
  }
}

/** Whether the invoice was last seen awaiting payment. */
function isAwaited(id: number): boolean {
  const last = seen.get(id);
  return last !== undefined && invoiceInPendingPayment(last);
}

function notifyPaid(invoice: InvoiceRow): void {
  const sum = moneyDisplay(invoice.total_cents);
  notifySuccess(`Invoice ${refOf(invoice)} of ${clientText(invoice)} was paid: ${sum}.`, 'Payment Received');
}
