import type { ReminderLine } from '@ledgerline/contract/reminders/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifySuccess } from '../../components/ui/notify.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { REMINDERS, useReminderActions } from './use-reminders.ts';

export type ReminderAction = 'pause' | 'resume' | 'send' | 'stop';

const FAILED: Record<ReminderAction, string> = {
  pause: 'The reminders were not paused.',
  resume: 'The reminders were not resumed.',
  send: 'The reminder was not sent.',
  stop: 'The reminders were not stopped.',
};

/** Buttons of a reminder line: one request at a time, and an error stays until the next click. */
export function useReminderPresses(line: ReminderLine, onDone: () => void) {
  const { pause, resume, send, stop } = useReminderActions(line);
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  const [failed, setFailed] = useState<{ action: ReminderAction; text: string } | null>(null);
  const actions = { pause, resume, send, stop };
  const names: ReminderAction[] = ['pause', 'resume', 'send', 'stop'];
  const under = names.find((name) => actions[name].isPending) ?? null;

  /** `onEnd` runs on success. */
  function press(action: ReminderAction, onEnd?: () => void) {
    if (under) return;
    setFailed(null);
    const ends = {
      onSuccess: ({ message }: { message: string }) => {
        if (action === 'send') notifySuccess(message);
        onEnd?.();
        onDone();
      },
      onError: (error: Error) => {
        console.error(`reminders of ${line.of} ${line.id}: ${action} failed`, error);
        setFailed({ action, text: `${FAILED[action]} ${error.message}` });
        // It may have been rejected because the state changed.
        void client.invalidateQueries({ queryKey: REMINDERS });
      },
    };
    // After a lost response, a retry means the same reminder.
    if (action === 'send') send.mutate(keyOf(line.sent), ends);
    else actions[action].mutate(undefined, ends);
  }
  return {
    press,
    under,
    failure: failed && failed.action !== 'stop' ? failed.text : null,
    stopFailure: failed?.action === 'stop' ? failed.text : null,
    forget: () => setFailed(null),
  };
}
