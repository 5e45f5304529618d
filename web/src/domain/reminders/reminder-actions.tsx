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
import type { ReminderAct, useReminderPresses } from './use-reminder-presses.ts';

interface ReminderActsProps {
  can: ReminderLine['can'];
  presses: ReturnType<typeof useReminderPresses>;
}

/** Pause or Resume, Send Now and Stop, as far as the server would do them. */
export function ReminderActs({ can, presses }: ReminderActsProps) {
  const [isAsking, ask] = useDisclosure(false);
  const { press, under } = presses;
  const shared = { press, under };
  function close() {
    ask.close();
    presses.forget();
  }
  if (!can.pause && !can.resume && !can.send && !can.stop && !isAsking) return null;
  return (
    <div className={styles.acts}>
      {can.pause && <ActButton {...shared} act="pause" icon={IconPlayerPause} label="Pause" />}
      {can.resume && <ActButton {...shared} act="resume" icon={IconPlayerPlay} label="Resume" />}
      {can.send && <ActButton {...shared} act="send" icon={IconSend} label="Send Now" />}
      {can.stop && (
        <QuietButton icon={IconPlayerStop} color="red" className="danger" onClick={ask.open}>
          Stop
        </QuietButton>
      )}
      <ConfirmDialog
        opened={isAsking}
        title="Stop the reminders?"
        message="The client gets no more reminders of this, also when it is mailed again. They can be resumed here while there is something left to do."
        confirmLabel="Stop Reminders"
        danger
        failure={presses.stopFailure}
        busy={under === 'stop'}
        onConfirm={() => press('stop', ask.close)}
        onClose={close}
      />
    </div>
  );
}

interface ActButtonProps {
  act: ReminderAct;
  icon: TablerIcon;
  label: string;
  press: (act: ReminderAct) => void;
  under: ReminderAct | null;
}

/** Stays on, and so keeps the keyboard, while its call is under way. */
function ActButton({ act, icon: Icon, label, press, under }: ActButtonProps) {
  const isUnder = under === act;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={isUnder ? <Loader size={15} aria-hidden /> : <Icon size={15} aria-hidden />}
      aria-busy={isUnder}
      onClick={() => press(act)}
    >
      {label}
    </Button>
  );
}
