import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { invoiceInPendingPayment, moneyDisplay } from '@ledgerline/contract/rules';
import { notifySuccess } from '../../../components/ui/notify.ts';
import { clientText, refOf } from '../invoice-display.ts';

type Seen = Pick<InvoiceRow, 'status' | 'updated_at'>;

/** Every invoice as it was last seen in this tab, so that a change to paid is told once (1§4, decisions K19). */
const seen = new Map<number, Seen>();

/** Looks at invoices that came from the server, in whatever order; tells of those that were paid since. */
export function noteInvoices(invoices: readonly InvoiceRow[]): void {
  for (const invoice of invoices) {
    const before = seen.get(invoice.id);
    // An answer that was overtaken by a newer one tells nothing.
    if (before && before.updated_at > invoice.updated_at) continue;
    seen.set(invoice.id, { status: invoice.status, updated_at: invoice.updated_at });
    if (before && before.status !== 'paid' && invoice.status === 'paid') notifyPaid(invoice);
  }
}

/** Whether the invoice was last seen waiting for money. */
export function isAwaited(id: number): boolean {
  const last = seen.get(id);
  return last !== undefined && invoiceInPendingPayment(last);
}

function notifyPaid(invoice: InvoiceRow): void {
  const sum = moneyDisplay(invoice.total_cents);
  notifySuccess(`Invoice ${refOf(invoice)} of ${clientText(invoice)} was paid: ${sum}.`, 'Payment Received');
}
