import {
  CALL_KINDS,
  CALL_OUTCOMES,
  type CallKind,
  type CallOutcome,
  dateShort,
} from '@ledgerline/contract/rules';
import { type CallValues, callBody } from './call-values.ts';

const CALL_KIND_LABELS: Record<CallKind, string> = {
  call: 'Call',
  text: 'Text',
  meeting: 'Meeting',
  note: 'Note',
};

export const CALL_OUTCOME_LABELS: Record<CallOutcome, string> = {
  reached: 'Reached',
  left_message: 'Left a message',
  no_answer: 'No answer',
  wrong_number: 'Wrong number',
};

/** Select options. */
export const KIND_CHOICES = CALL_KINDS.map((value) => ({ value, label: CALL_KIND_LABELS[value] }));

/** Select options, or none. */
export const OUTCOME_CHOICES = [
  { value: '', label: 'Select outcome' },
  ...CALL_OUTCOMES.map((value) => ({ value, label: CALL_OUTCOME_LABELS[value] })),
];

/** The announcement of a logged entry, without its text: 'Call logged: No answer. Next follow-up: Dec 2' */
export function loggedText(values: CallValues): string {
  const { kind, outcome, follow_up_on: day } = callBody(values);
  const result = outcome === null ? '' : `: ${CALL_OUTCOME_LABELS[outcome]}`;
  const next = day === null ? '' : `. Next follow-up: ${dateShort(day)}`;
  return `${CALL_KIND_LABELS[kind]} logged${result}${next}`;
}
