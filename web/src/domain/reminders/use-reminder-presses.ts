import type { ReminderLine } from '@ledgerline/contract/reminders/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifySuccess } from '../../components/ui/notify.ts';
import { useOneTimeKey } from '../../lib/use-one-time-key.ts';
import { REMINDERS, useReminderActs } from './use-reminders.ts';

export type ReminderAct = 'pause' | 'resume' | 'send' | 'stop';

const FAILED: Record<ReminderAct, string> = {
  pause: 'The reminders were not paused.',
  resume: 'The reminders were not resumed.',
  send: 'The reminder was not sent.',
  stop: 'The reminders were not stopped.',
};

/** The buttons of a line: one is under way at a time, and what failed is said until the next is pressed. */
export function useReminderPresses(line: ReminderLine, onDone: () => void) {
  const { pause, resume, send, stop } = useReminderActs(line);
  const client = useQueryClient();
  const keyOf = useOneTimeKey();
  const [failed, setFailed] = useState<{ act: ReminderAct; text: string } | null>(null);
  const acts = { pause, resume, send, stop };
  const names: ReminderAct[] = ['pause', 'resume', 'send', 'stop'];
  const under = names.find((name) => acts[name].isPending) ?? null;

  /** `onEnd` when it is done. */
  function press(act: ReminderAct, onEnd?: () => void) {
    if (under) return;
    setFailed(null);
    const ends = {
      onSuccess: ({ message }: { message: string }) => {
        if (act === 'send') notifySuccess(message);
        onEnd?.();
        onDone();
      },
      onError: (error: Error) => {
        console.error(`reminders of ${line.of} ${line.id}: ${act} failed`, error);
        setFailed({ act, text: `${FAILED[act]} ${error.message}` });
        // It may have been refused because it stands otherwise by now.
        void client.invalidateQueries({ queryKey: REMINDERS });
      },
    };
    // Once more after no answer came, the same reminder is meant.
    if (act === 'send') send.mutate(keyOf(line.sent), ends);
    else acts[act].mutate(undefined, ends);
  }
  return {
    press,
    under,
    failure: failed && failed.act !== 'stop' ? failed.text : null,
    stopFailure: failed?.act === 'stop' ? failed.text : null,
    forget: () => setFailed(null),
  };
}
