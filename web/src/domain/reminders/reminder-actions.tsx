import type { ReminderLine } from '@ledgerline/contract/reminders/endpoints';
import { Button, Loader } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconSend,
  type TablerIcon,
} from '@tabler/icons-react';
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx';
import { QuietButton } from '../../components/ui/quiet-button.tsx';
import styles from './reminders.module.css';
import type { ReminderAction, useReminderPresses } from './use-reminder-presses.ts';

interface ReminderActionsProps {
  can: ReminderLine['can'];
  presses: ReturnType<typeof useReminderPresses>;
}

/** Pause or Resume, Send Now and Stop, as far as the server allows them. */
export function ReminderActions({ can, presses }: ReminderActionsProps) {
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
