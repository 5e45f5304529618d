import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { invoiceActionAllowed, PAYMENT_PROCESSING, paymentProcessing } from '@ledgerline/contract/rules';
import { IconBan, IconEye, IconPencil, IconRefresh, IconSend, type TablerIcon } from '@tabler/icons-react';
import { notAllowedMessage } from './invoice-display.ts';

export type InvoiceAction = 'edit' | 'view' | 'send' | 'void' | 'refresh';
export type OnInvoiceAction = (action: InvoiceAction, invoice: InvoiceRow) => void;

interface ActionDefinition {
  action: InvoiceAction;
  label: string;
  icon: TablerIcon;
}

/** Row actions, in the order of the specification. */
export const INVOICE_ACTIONS: readonly ActionDefinition[] = [
  { action: 'edit', label: 'Edit', icon: IconPencil },
  { action: 'view', label: 'View', icon: IconEye },
  { action: 'send', label: 'Send', icon: IconSend },
  { action: 'void', label: 'Void', icon: IconBan },
  { action: 'refresh', label: 'Refresh', icon: IconRefresh },
];

/** Why an action is unavailable; null if it is available. */
export function reasonAgainst(
  action: InvoiceAction,
  invoice: Pick<InvoiceRow, 'status' | 'provider_status'>,
): string | null {
  const { status } = invoice;
  if (action === 'view' || action === 'refresh') return null;
  if (action !== 'send' && paymentProcessing(invoice)) return PAYMENT_PROCESSING;
  return invoiceActionAllowed({ status, action }) ? null : notAllowedMessage(status, action);
}
