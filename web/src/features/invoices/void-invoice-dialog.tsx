import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { Stack, Text } from '@mantine/core';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import type { Result } from '../../components/ui/result-dialog.tsx';
import { useVoidInvoice } from './api.ts';
import { refOf } from './invoice-display.ts';

interface VoidInvoiceDialogProps {
  invoice: InvoiceRow;
  onResult: (result: Result) => void;
  onClose: () => void;
}

export function VoidInvoiceDialog({ invoice, onResult, onClose }: VoidInvoiceDialogProps) {
  const cancel = useVoidInvoice();
  const paid = invoice.paid_amount_cents ?? 0;
  function confirm() {
    cancel.mutate(invoice.id, {
      onSuccess: () => {
        onClose();
        const message = `Invoice ${refOf(invoice)} was voided.`;
        onResult({ type: 'success', title: 'Invoice Voided', message });
      },
      onError: (error) => {
        console.error('the invoice was not voided', error);
        onResult({ type: 'error', title: 'Failed to Void Invoice', message: error.message });
      },
    });
  }
  return (
    <ConfirmDialog
      opened
      title="Void Invoice"
      message={
        <Stack gap="xs">
          <Text size="sm">
            {`Are you sure you want to void invoice ${refOf(invoice)}? This action cannot be undone.`}
          </Text>
          {paid > 0 && (
            <Text size="sm" c="red">
              {`${moneyDisplay(paid)} has already been paid on it. Voiding doesn’t refund any payment.`}
            </Text>
          )}
        </Stack>
      }
      confirmLabel="Yes, Void Invoice"
      danger
      busy={cancel.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
