import type { ReminderLine } from '@ledgerline/contract/reminders/endpoints';
import { REMINDER_REASONS, type ReminderReason } from '@ledgerline/contract/rules';
import { Box, Button, Group, Loader, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconBell,
  IconBellOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconSend,
  type TablerIcon,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { QuietButton } from '../../components/ui/quiet-button.tsx';
import { RetryButton } from '../../components/ui/retry-button.tsx';
import { weekdayMomentText } from '../days.ts';
import styles from './reminders.module.css';
import { type ReminderAction, useReminderPresses } from './use-reminder-presses.ts';
import { type RemindedItemRef, useReminders } from './use-reminders.ts';

/** When a client is next reminded of a form, session or invoice, with actions; hidden where nothing was emailed. */
export function Reminders({ of, id }: RemindedItemRef) {
  const query = useReminders({ of, id });
  if (query.data) return query.data.state !== 'none' && <Line key={`${of} ${id}`} line={query.data} />;
  if (!query.isError) return null;
  return (
    <Group gap="xs" role="alert">
      <Text size="sm" c="dimmed">
        The reminders could not be loaded.
      </Text>
      <RetryButton size="compact-xs" onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    </Group>
  );
}

function Line({ line }: { line: ReminderLine }) {
  const part = useRef<HTMLDivElement>(null);
  // A button may unmount after its action, and lose the focus.
  const presses = useReminderPresses(line, () => part.current?.focus({ preventScroll: true }));
  const bounce = bounceText(line);
  return (
    <Box ref={part} tabIndex={-1} role="group" aria-label="Reminders" className={styles.reminders ?? ''}>
      {bounce && <ReminderNote icon={IconAlertTriangle} text={bounce} isBad />}
      <div className={styles.line}>
        <ReminderNote icon={iconOf(line)} text={reminderText(line)} />
        <ReminderActions can={line.can} presses={presses} />
      </div>
      <FailureNote message={presses.failure} />
    </Box>
  );
}

function iconOf({ state, next_at }: ReminderLine): TablerIcon {
  if (state === 'paused') return IconPlayerPause;
  return next_at === null ? IconBellOff : IconBell;
}

function ReminderNote({
  icon: Icon,
  text,
  isBad = false,
}: {
  icon: TablerIcon;
  text: string;
  isBad?: boolean;
}) {
  return (
    <p className={isBad ? `${styles.text} ${styles.bounce}` : styles.text} aria-live="polite">
      <Icon size={16} aria-hidden />
      <span>{text}</span>
    </p>
  );
}

/** 'Next reminder Tue, Nov 26, 9:00 AM · 1 of 4 sent' */
export function reminderText(line: ReminderLine): string {
  const { sent, most } = line;
  return [stateText(line), most > 0 && sent <= most && `${sent} of ${most} sent`].filter(Boolean).join(' · ');
}

/** 'The email to ana@example.com was returned: 550 No such user'; null where none did. */
export function bounceText({ bounced }: Pick<ReminderLine, 'bounced'>): string | null {
  if (!bounced) return null;
  const { to_address, error } = bounced;
  return `The email to ${to_address} was returned: ${error.trim() || 'the address is not valid'}`;
}

function stateText({ state, reason, next_at, bounced, sent, most }: ReminderLine): string {
  if (state === 'paused') return 'Reminders paused';
  // Reminders may also be used up without being sent, for example without a mail server.
  if (state === 'stopped' && reason === 'used_up' && sent >= most) return 'All reminders were sent';
  if (state === 'stopped') return stoppedText(bounced ? null : reason);
  if (next_at) return `Next reminder ${weekdayMomentText(next_at)}`;
  return reason ? `No reminder for now: ${within(reason)}` : 'No further reminders';
}

/** The bounce message already explains why no reminders follow. */
function stoppedText(reason: ReminderReason | null): string {
  if (reason === null) return 'Reminders stopped';
  if (reason === 'agent') return 'Reminders stopped by an agent';
  return `Reminders stopped: ${within(reason)}`;
}

/** Turns a sentence into the end of another one. */
function within(reason: ReminderReason): string {
  const sentence = REMINDER_REASONS[reason];
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}

interface ReminderActionsProps {
  can: ReminderLine['can'];
  presses: ReturnType<typeof useReminderPresses>;
}

/** Pause or Resume, Send Now and Stop, as far as the server allows them. */
function ReminderActions({ can, presses }: ReminderActionsProps) {
  const [isConfirming, confirmation] = useDisclosure(false);
  const { press, under } = presses;
  const shared = { press, under };
  function close() {
    confirmation.close();
    presses.forget();
  }
  if (!can.pause && !can.resume && !can.send && !can.stop && !isConfirming) return null;
  return (
    <div className={styles.actions}>
      {can.pause && <ActionButton {...shared} action="pause" icon={IconPlayerPause} label="Pause" />}
      {can.resume && <ActionButton {...shared} action="resume" icon={IconPlayerPlay} label="Resume" />}
      {can.send && <ActionButton {...shared} action="send" icon={IconSend} label="Send Now" />}
      {can.stop && (
        <QuietButton icon={IconPlayerStop} color="red" className="danger" onClick={confirmation.open}>
          Stop
        </QuietButton>
      )}
      <ConfirmDialog
        opened={isConfirming}
        title="Stop the reminders?"
        message="The client will get no more reminders about this, even if it is emailed again. You can resume them here until it is finished."
        confirmLabel="Stop Reminders"
        danger
        failure={presses.stopFailure}
        busy={under === 'stop'}
        onConfirm={() => press('stop', confirmation.close)}
        onClose={close}
      />
    </div>
  );
}

interface ActionButtonProps {
  action: ReminderAction;
  icon: TablerIcon;
  label: string;
  press: (action: ReminderAction) => void;
  under: ReminderAction | null;
}

/** Stays enabled, and so keeps the focus, during its request. */
function ActionButton({ action, icon: Icon, label, press, under }: ActionButtonProps) {
  const isUnder = under === action;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={isUnder ? <Loader size={15} aria-hidden /> : <Icon size={15} aria-hidden />}
      aria-busy={isUnder}
      onClick={() => press(action)}
    >
      {label}
    </Button>
  );
}
