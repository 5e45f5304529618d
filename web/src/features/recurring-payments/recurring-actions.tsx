import type { RecurringPayment } from '@ledgerline/contract/recurring-payments/endpoints';
import { recurringActionAllowed } from '@ledgerline/contract/rules';
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { notifyError, notifySuccess } from '../../components/ui/notify.ts';
import { type RecurringAction, useRecurringAction } from './api.ts';
import { CancelRecurringPaymentDialog } from './cancel-recurring-payment-dialog.tsx';
import { ACTION_TEXTS, actionProblem } from './recurring-display.ts';
import styles from './recurring-payments.module.css';
import { useKeptPlace } from './use-row-focus.ts';

const TURNS = [
  { action: 'pause', label: 'Pause', Icon: IconPlayerPause },
  { action: 'resume', label: 'Resume', Icon: IconPlayerPlay },
] as const;

/** What can be done with a schedule: pause while ACTIVE, resume while PAUSED, cancel always (1§2). */
export function RecurringActions({ schedule }: { schedule: RecurringPayment }) {
  const { id, name, status } = schedule;
  const acting = useRecurringAction(id);
  const [isAsking, asking] = useDisclosure(false);
  const under = acting.isPending ? acting.variables : null;
  const { place, hold, release } = useKeptPlace();
  const turn = TURNS.find(({ action }) => recurringActionAllowed({ status, action }));

  async function act(action: RecurringAction) {
    const { done, failed } = ACTION_TEXTS[action];
    try {
      await acting.mutateAsync(action);
      notifySuccess(done[1], done[0]);
    } catch (error) {
      console.error(`could not ${action} recurring payment ${id}`, error);
      notifyError(failed[1], failed[0]);
    }
    asking.close();
  }
  async function turnIt(action: RecurringAction) {
    hold();
    await act(action);
    release();
  }
  return (
    <div className={styles.actions} ref={place}>
      {turn && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<turn.Icon size={14} aria-hidden />}
          aria-label={`${turn.label}: ${name}`}
          loading={under === turn.action}
          disabled={under !== null}
          onClick={() => void turnIt(turn.action)}
        >
          {turn.label}
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
        onClick={asking.open}
      >
        Cancel
      </Button>
      {acting.isError && (
        <Text size="xs" role="alert" className={`danger ${styles.problem}`}>
          {actionProblem(acting.error, acting.variables)}
        </Text>
      )}
      <CancelRecurringPaymentDialog
        schedule={schedule}
        opened={isAsking}
        busy={under === 'cancel'}
        onConfirm={() => void act('cancel')}
        onClose={asking.close}
      />
    </div>
  );
}
