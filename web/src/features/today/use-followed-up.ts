import type { CallOutcome } from '@ledgerline/contract/rules';
import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { useRef } from 'react';
import { useLogCall } from '../../domain/calls/use-log-call.ts';
import { hasErrorCode } from '../../lib/api-error.ts';
import { useSetFollowUp } from './api.ts';

/** What came of a follow-up. */
export interface FollowedUp {
  outcome: CallOutcome | '';
  text: string;
  /** The next one; null is none. */
  day: string | null;
}

/** Sets the next follow-up and logs the call, where anything is said of it; what was done already is not done again. */
export function useFollowedUp(item: TodayItem) {
  const setFollowUp = useSetFollowUp();
  const log = useLogCall(item.client_id ?? item.id);
  /** The day that the client has, as far as is known: the line's, until it was set here, or by somebody else. */
  const known = useRef<{ day: string | null } | 'changed'>({ day: item.due_day });
  const isSet = useRef(false);

  async function setNext(day: string | null) {
    const was = known.current === 'changed' ? undefined : known.current.day;
    // The same day again, too: somebody may have set another one.
    if (isSet.current && was === day) return;
    try {
      await setFollowUp.mutateAsync({ item, day, was });
      known.current = { day };
      isSet.current = true;
    } catch (error) {
      // Who was told so sets it all the same.
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
        return 'Somebody has just set another follow-up. Save again to set this one instead.';
      if (isSet.current) return `The next follow-up is set, but the call was not logged. ${error.message}`;
      return error.message;
    },
  };
}
