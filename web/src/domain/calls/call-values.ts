import {
  type CallKind,
  type CallOutcome,
  callTextError,
  FOLLOW_UP_PAST,
  isCalendarDate,
} from '@ledgerline/contract/rules';
import { notADate } from '../../components/ui/date-input.tsx';

/** Field values of a logged call while it is created or edited. */
export interface CallValues {
  kind: CallKind;
  outcome: CallOutcome | '';
  text: string;
  follow_up_on: string | null;
}

export const NEW_CALL: CallValues = { kind: 'call', outcome: '', text: '', follow_up_on: null };

/** A note has no outcome, whatever was selected before. */
const outcomeOf = ({ kind, outcome }: CallValues) => (kind === 'note' ? null : outcome || null);

/** The request body. */
export function callBody(values: CallValues) {
  return { ...values, outcome: outcomeOf(values), text: values.text.trim() };
}

/** Field errors as shown on screen; a follow-up that was set before (`previous`) may be in the past. */
export function callErrors(values: CallValues, today: string, previous: string | null = null) {
  const { follow_up_on: day } = values;
  const isPast = day !== null && day !== previous && day < today && FOLLOW_UP_PAST;
  return {
    text: callTextError({ ...values, outcome: outcomeOf(values) }),
    follow_up_on: day !== null && !isCalendarDate(day) ? notADate('upcoming') : isPast,
  };
}
