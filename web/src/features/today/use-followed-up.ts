import type { CallOutcome } from '@ledgerline/contract/rules';
import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { useRef } from 'react';
import { useLogCall } from '../../domain/calls/use-log-call.ts';
import { hasErrorCode } from '../../lib/api-error.ts';
import { useSetFollowUp } from './api.ts';

/** The result of a follow-up. */
export interface FollowedUp {
  outcome: CallOutcome | '';
  text: string;
  /** The next date; null is none. */
  day: string | null;
}

/** Sets the next follow-up and logs the call if there are notes; a retry skips what has succeeded. */
export function useFollowedUp(item: TodayItem) {
  const setFollowUp = useSetFollowUp();
  const log = useLogCall(item.client_id ?? item.id);
  /** The client's current follow-up as far as known: the item's, until changed here or by another agent. */
  const known = useRef<{ day: string | null } | 'changed'>({ day: item.due_day });
  const isSet = useRef(false);

  async function setNext(day: string | null) {
    const was = known.current === 'changed' ? undefined : known.current.day;
    // Even for the same date: another agent may have set a different one.
    if (isSet.current && was === day) return;
    try {
      await setFollowUp.mutateAsync({ item, day, was });
      known.current = { day };
      isSet.current = true;
    } catch (error) {
      // After the warning, saving overwrites it.
      if (hasErrorCode(error, 'conflict')) known.current = 'changed';
      throw error;
    }
  }
  return {
    async send({ day, outcome, text }: FollowedUp) {
      await setNext(day);
      const note = text.trim();
      if (note === '' && outcome === '') return;
      await log.mutateAsync({ kind: 'call', outcome: outcome || null, text: note });
    },
    failed(error: Error): string {
      if (known.current === 'changed')
        return 'Someone else has just set another follow-up. Save again to replace it with yours.';
      if (isSet.current) return `The next follow-up is set, but the call was not logged. ${error.message}`;
      return error.message;
    },
  };
}
