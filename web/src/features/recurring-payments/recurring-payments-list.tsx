import type { RecurringPayment } from '@ledgerline/contract/recurring-payments/endpoints';
import {
  moneyDisplay,
  recurringActionAllowed,
  recurringFrequencyText,
  recurringPaymentCountText,
} from '@ledgerline/contract/rules';
import { Button, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { EmailText } from '../../components/ui/email-text.tsx';
import { notifyError, notifySuccess } from '../../components/ui/notify.ts';
import { clientName } from '../../domain/clients/client-name.ts';
import { type RecurringAction, useRecurringAction } from './api.ts';
import { ACTION_TEXTS, actionProblem, nextText } from './recurring-display.ts';
import styles from './recurring-payments.module.css';
import { RecurringStatusBadge } from './recurring-status-badge.tsx';
import { useRowFocus } from './use-row-focus.ts';

/** Initial number of rows, and how many more each "Show More" adds. */
const STEP = 100;

/** The schedules as rows, below 768 px as cards. */
export function RecurringPaymentsList({ schedules }: { schedules: readonly RecurringPayment[] }) {
  const [shown, setShown] = useState(STEP);
  const left = schedules.length - shown;
  return (
    <>
      <Paper withBorder component="ul" className="plain">
        {schedules.slice(0, shown).map((schedule) => (
          <li key={schedule.id} className={styles.row}>
            <ScheduleRow schedule={schedule} />
          </li>
        ))}
      </Paper>
      {left > 0 && (
        <Button variant="default" onClick={() => setShown(shown + STEP)} className={styles.more ?? ''}>
          Show {Math.min(left, STEP)} more of {schedules.length.toLocaleString('en-US')}
        </Button>
      )}
    </>
  );
}

function ScheduleRow({ schedule }: { schedule: RecurringPayment }) {
  const { name, status, customer_id, client_email, amount_cents, square_account } = schedule;
  const paymentsText = recurringPaymentCountText(schedule);
  return (
    <>
      <div className={styles.what}>
        <span className={styles.name}>{name}</span>
        <RecurringStatusBadge status={status} />
      </div>
      <div className={styles.who}>
        <Link
          to="/crm/clients/$clientId"
          params={{ clientId: String(customer_id) }}
          className={styles.client ?? ''}
        >
          {clientName(schedule)}
        </Link>
        <span className={styles.dim}>
          <EmailText email={client_email} />
        </span>
      </div>
      <div className={styles.sum}>
        <span className={styles.amount}>{moneyDisplay(amount_cents)}</span>
        <span className={styles.dim}>
          {recurringFrequencyText(schedule)} · {square_account}
        </span>
      </div>
      <div className={styles.when}>
        <span>{nextText(schedule)}</span>
        {paymentsText && <span className={styles.dim}>{paymentsText}</span>}
      </div>
      <RecurringActions schedule={schedule} />
    </>
  );
}

const ACTIONS = [
  { action: 'pause', label: 'Pause', Icon: IconPlayerPause },
  { action: 'resume', label: 'Resume', Icon: IconPlayerPlay },
] as const;

/** Actions on a schedule: pause while ACTIVE, resume while PAUSED, cancel always (1§2). */
function RecurringActions({ schedule }: { schedule: RecurringPayment }) {
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
