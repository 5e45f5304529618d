import {
  type CallKind,
  type CallOutcome,
  callTextError,
  FOLLOW_UP_PAST,
  isCalendarDate,
} from '@ledgerline/contract/rules';
import { NOT_A_DATE } from '../../components/ui/date-input.tsx';

/** What the fields of a logged call hold while it is made or changed. */
export interface CallValues {
  kind: CallKind;
  outcome: CallOutcome | '';
  text: string;
  follow_up_on: string | null;
}

export const NEW_CALL: CallValues = { kind: 'call', outcome: '', text: '', follow_up_on: null };

/** A note has no outcome, whatever was chosen before. */
const outcomeOf = ({ kind, outcome }: CallValues) => (kind === 'note' ? null : outcome || null);

/** What is sent. */
export function callBody(values: CallValues) {
  return { ...values, outcome: outcomeOf(values), text: values.text.trim() };
}

/** What is wrong with the fields, in the words of the screen; a follow-up that was set before (`kept`) may have passed. */
export function callErrors(values: CallValues, today: string, previous: string | null = null) {
  const { follow_up_on: day } = values;
  const isPast = day !== null && day !== previous && day < today && FOLLOW_UP_PAST;
  return {
    text: callTextError({ ...values, outcome: outcomeOf(values) }),
    follow_up_on: day !== null && !isCalendarDate(day) ? NOT_A_DATE : isPast,
  };
}
