import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx';
import { refOf } from '../invoice-display.ts';

interface ContactRequiredDialogProps {
  invoice: InvoiceRow;
  onEdit: () => void;
  onClose: () => void;
}

/** An invoice with neither email nor phone cannot be sent and gets no payment link; it can be edited (1§5). */
export function ContactRequiredDialog({ invoice, onEdit, onClose }: ContactRequiredDialogProps) {
  return (
    <ConfirmDialog
      opened
      title="Contact Information Required"
      message={
        <Text size="sm">
          Invoice {refOf(invoice)} has neither an email address nor a phone number. It can be sent, and a
          payment link can be made, once it has one of them.
        </Text>
      }
      confirmLabel="Edit Invoice"
      onConfirm={onEdit}
      onClose={onClose}
    />
  );
}
