import type { Invoice } from '@ledgerline/contract/invoices/schemas';
import { reasonAgainst } from '../../features/invoices/invoice-actions.ts';
import { dialogOf, type InvoiceDialogState } from '../../features/invoices/invoice-dialogs.tsx';

/** The dialog that sends an invoice again; null where it cannot be sent. */
export function sendingOf(invoice: Invoice): InvoiceDialogState | null {
  return reasonAgainst('send', invoice) === null ? dialogOf('send', invoice) : null;
}
