import { isBlank } from './blank.ts';

/** What an agent logs of his dealings with a client (decision 050). */
export const CALL_KINDS = ['call', 'text', 'meeting', 'note'] as const;
export type CallKind = (typeof CALL_KINDS)[number];

export const CALL_OUTCOMES = ['reached', 'left_message', 'no_answer', 'wrong_number'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

/** Characters that the line of a logged call may have. */
export const MAX_CALL_TEXT = 2000;

/** Said of a next follow-up whose day has passed. */
export const FOLLOW_UP_PAST = 'The next follow-up lies in the past. Please choose today or a later day.';

/** What is missing of a logged call, in the words of the screen: a note says something, the others may say it by their outcome. */
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
  return kind === 'note' ? 'Please write the note' : 'Please write what was said, or choose an outcome';
}
