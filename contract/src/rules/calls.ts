import { isBlank } from './blank.ts';

/** What an agent logs about contact with a client (decision 050). */
export const CALL_KINDS = ['call', 'text', 'meeting', 'note'] as const;
export type CallKind = (typeof CALL_KINDS)[number];

export const CALL_OUTCOMES = ['reached', 'left_message', 'no_answer', 'wrong_number'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** Maximum characters in the text of a logged call. */
export const MAX_CALL_TEXT = 2000;

/** The error for a next follow-up in the past. */
export const FOLLOW_UP_PAST = 'The next follow-up is in the past. Please choose today or a later day.';

/** Validation error for a logged call, as shown on screen: a note needs a text, other entries a text or an outcome. */
export function callTextError({
  kind,
  outcome,
  text,
}: {
  kind: CallKind;
  outcome: CallOutcome | null;
  text: string;
}): string | null {
  if (!isBlank(text) || (kind !== 'note' && outcome !== null)) return null;
  return kind === 'note' ? 'Please write the note' : 'Please enter call notes or select an outcome';
}
