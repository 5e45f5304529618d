import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { refOf } from '../invoice-display.ts';

interface ContactRequiredDialogProps {
  invoice: InvoiceRow;
  onEdit: () => void;
  onClose: () => void;
}

/** An invoice without email and phone cannot be sent or get a payment link. Offers to edit it (1§5). */
export function ContactRequiredDialog({ invoice, onEdit, onClose }: ContactRequiredDialogProps) {
  return (
    <ConfirmDialog
      opened
      title="Contact Information Required"
      message={
        <Text size="sm">
          Invoice {refOf(invoice)} has no email address or phone number. Add one to send the invoice or create
          a payment link.
        </Text>
      }
      confirmLabel="Edit Invoice"
      onConfirm={onEdit}
      onClose={onClose}
    />
  );
}
