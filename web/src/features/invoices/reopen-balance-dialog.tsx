import type { InvoiceRow } from '@ledgerline/contract/invoices/schemas';
import { centsToReopen, moneyDisplay } from '@ledgerline/contract/rules';
import { Stack, Text } from '@mantine/core';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { notifySuccess } from '../../components/ui/notify.ts';
import { useOneTimeKey } from '../../lib/use-one-time-key.ts';
import { useReopenBalance } from './api.ts';
import { outstandingCents, refOf } from './invoice-display.ts';

interface ReopenBalanceDialogProps {
  invoice: InvoiceRow;
  onClose: () => void;
}

/** Makes due again what was refunded of a paid invoice. */
export function ReopenBalanceDialog({ invoice, onClose }: ReopenBalanceDialogProps) {
  const reopen = useReopenBalance(invoice.id);
  const key = useOneTimeKey();
  const due = moneyDisplay(centsToReopen(invoice));
  function confirm() {
    reopen.mutate(key(), {
      onSuccess: (reopened) => {
        onClose();
        notifySuccess(
          `${moneyDisplay(outstandingCents(reopened))} of invoice ${refOf(reopened)} is due again.`,
        );
      },
      onError: (error) => console.error('the balance was not reopened', error),
    });
  }
  return (
    <ConfirmDialog
      opened
      title="Reopen Balance"
      message={
        <Stack gap="xs">
          <Text size="sm">
            {`Reopen the balance of invoice ${refOf(invoice)}? ${due} becomes due again.`}
          </Text>
          <Text size="sm">
            No email is sent now. Reminders follow your reminder settings and start again after you send the
            invoice again.
          </Text>
        </Stack>
      }
      failure={reopen.error && `The balance was not reopened. ${reopen.error.message}`}
      confirmLabel="Reopen Balance"
      busy={reopen.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
