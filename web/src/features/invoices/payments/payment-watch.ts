import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { invoiceInPendingPayment, moneyDisplay } from '@ledgerline/contract/rules';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { clientText, refOf } from '../invoice-display.ts';

type Seen = Pick<InvoiceRow, 'status' | 'updated_at'>;

/** The last known status of each invoice in this tab, so that a payment is notified only once (1§4, decisions K19). */
const seen = new Map<number, Seen>();

/** Processes invoices from the server in any order and reports those paid since the last time. */
export function noteInvoices(invoices: readonly InvoiceRow[]): void {
  for (const invoice of invoices) {
    const before = seen.get(invoice.id);
    // Ignore stale responses.
    if (before && before.updated_at > invoice.updated_at) continue;
    seen.set(invoice.id, { status: invoice.status, updated_at: invoice.updated_at });
    if (before && before.status !== 'paid' && invoice.status === 'paid') notifyPaid(invoice);
  }
}

/** Whether the invoice was last seen awaiting payment. */
export function isAwaited(id: number): boolean {
  const last = seen.get(id);
  return last !== undefined && invoiceInPendingPayment(last);
}

function notifyPaid(invoice: InvoiceRow): void {
  const sum = moneyDisplay(invoice.total_cents);
  notifySuccess(`Invoice ${refOf(invoice)} of ${clientText(invoice)} was paid: ${sum}.`, 'Payment Received');
}
