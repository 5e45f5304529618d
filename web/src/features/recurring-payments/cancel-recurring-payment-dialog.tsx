import type { RecurringPayment } from '@ledgerline/contract/recurring-payments/endpoints';
import { moneyDisplay, recurringFrequencyText } from '@ledgerline/contract/rules';
import { Stack, Text } from '@mantine/core';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { clientName } from '../../domain/clients/client-name.ts';

interface CancelRecurringPaymentDialogProps {
  schedule: RecurringPayment;
  opened: boolean;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms before a schedule ends permanently (1§2). */
export function CancelRecurringPaymentDialog({ schedule, ...dialog }: CancelRecurringPaymentDialogProps) {
  const { name, amount_cents } = schedule;
  const message = (
    <Stack gap="xs">
      <Text size="sm">
        Are you sure you want to cancel this recurring payment? This action cannot be undone.
      </Text>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {name} · {clientName(schedule)} · {moneyDisplay(amount_cents)} {recurringFrequencyText(schedule)}
      </Text>
    </Stack>
  );
  return (
    <ConfirmDialog
      {...dialog}
      title="Cancel Recurring Payment"
      message={message}
      confirmLabel="Yes, Cancel"
      cancelLabel="Keep Active"
      danger
    />
  );
}
