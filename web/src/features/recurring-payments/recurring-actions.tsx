import type { RecurringPayment } from '@ledgerline/contract/recurring-payments/endpoints';
import { moneyDisplay, recurringActionAllowed, recurringFrequencyText } from '@ledgerline/contract/rules';
import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { notifyError, notifySuccess } from '../../components/ui/notify.ts';
import { clientName } from '../../domain/clients/client-name.ts';
import { type RecurringAction, useRecurringAction } from './api.ts';
import { ACTION_TEXTS, actionProblem } from './recurring-display.ts';
import styles from './recurring-payments.module.css';
import { useRowFocus } from './use-row-focus.ts';

const ACTIONS = [
  { action: 'pause', label: 'Pause', Icon: IconPlayerPause },
  { action: 'resume', label: 'Resume', Icon: IconPlayerPlay },
] as const;

/** Actions on a schedule: pause while ACTIVE, resume while PAUSED, cancel always (1§2). */
export function RecurringActions({ schedule }: { schedule: RecurringPayment }) {
  const { id, name, status } = schedule;
  const mutation = useRecurringAction(id);
  const [isConfirming, confirmation] = useDisclosure(false);
  const under = mutation.isPending ? mutation.variables : null;
  const { container, capture, release } = useRowFocus();
  const allowed = ACTIONS.find(({ action }) => recurringActionAllowed({ status, action }));

  async function runAction(action: RecurringAction) {
    const { done, failed } = ACTION_TEXTS[action];
    try {
      await mutation.mutateAsync(action);
      notifySuccess(done[1], done[0]);
    } catch (error) {
      console.error(`could not ${action} recurring payment ${id}`, error);
      notifyError(failed[1], failed[0]);
    }
    confirmation.close();
  }
  async function perform(action: RecurringAction) {
    capture();
    await runAction(action);
    release();
  }
  return (
    <div className={styles.actions} ref={container}>
      {allowed && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<allowed.Icon size={14} aria-hidden />}
          aria-label={`${allowed.label}: ${name}`}
          loading={under === allowed.action}
          disabled={under !== null}
          onClick={() => void perform(allowed.action)}
        >
          {allowed.label}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        className="danger"
        leftSection={<IconX size={14} aria-hidden />}
        aria-label={`Cancel: ${name}`}
        disabled={under !== null}
        onClick={confirmation.open}
      >
        Cancel
      </Button>
      {mutation.isError && (
        <Text size="xs" role="alert" className={`danger ${styles.problem}`}>
          {actionProblem(mutation.error, mutation.variables)}
        </Text>
      )}
      <CancelRecurringPaymentDialog
        schedule={schedule}
        opened={isConfirming}
        busy={under === 'cancel'}
        onConfirm={() => void runAction('cancel')}
        onClose={confirmation.close}
      />
    </div>
  );
}

interface CancelRecurringPaymentDialogProps {
  schedule: RecurringPayment;
  opened: boolean;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms before a schedule ends permanently (1§2). */
function CancelRecurringPaymentDialog({ schedule, ...dialog }: CancelRecurringPaymentDialogProps) {
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
