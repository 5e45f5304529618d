import { CALL_KINDS, CALL_OUTCOMES, type CallKind, type CallOutcome } from '@ledgerline/contract/rules';

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
