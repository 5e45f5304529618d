import { findField } from '@ledgerline/contract/clients/fields/catalog';
import {
  dateDisplay,
  dateShort,
  dollarsToCents,
  moneyDisplay,
  phoneDisplay,
  TIMELINE_EVENTS,
  type TimelineKind,
} from '@ledgerline/contract/rules';
import type { TimelineLine } from '@ledgerline/contract/timeline/endpoints';
import { CALL_OUTCOME_LABELS } from '../../domain/calls/call-text.ts';

type Change = TimelineLine['changes'][number];

export const KIND_LABELS: Record<TimelineKind, string> = {
  note: 'Notes & calls',
  mail: 'Emails',
  link: 'Links',
  form: 'Forms',
  money: 'Invoices & payments',
  document: 'Documents',
  task: 'Tasks',
  change: 'Changes',
};

/** More fields than this are counted instead of named. */
const MAX_NAMED = 3;

/** 'Call · Left a message', 'Payment failed · $42.00', 'Changed: Primary phone, Occupation', 'Changed: Occupation and 5 more'. */
export function headOf({ event, outcome, amount_cents, changes }: TimelineLine): string {
  const { label } = TIMELINE_EVENTS[event];
  const fields = changes.map(({ field }) => labelOf(field));
  const isLong = fields.length > MAX_NAMED;
  const labels = isLong
    ? `${fields.slice(0, MAX_NAMED - 1).join(', ')} and ${fields.length - MAX_NAMED + 1} more`
    : fields.join(', ');
  if (event === 'fields_changed') return `${label}: ${labels}`;
  const more = [
    outcome && CALL_OUTCOME_LABELS[outcome],
    amount_cents === null ? null : moneyDisplay(amount_cents),
    event === 'notes_changed' && labels,
  ];
  return [label, ...more].filter(Boolean).join(' · ');
}

/** The values of a change, and whether they are folded: all values of an action that changed many fields. */
export function changesOf({ event, changes }: TimelineLine): { texts: string[]; isFolded: boolean } {
  const texts = event === 'fields_changed' ? changes.flatMap((one) => changeText(one) ?? []) : [];
  return { texts, isFolded: changes.length > MAX_NAMED && texts.length > 0 };
}

export function nextFollowUpText({ follow_up_on: day }: TimelineLine): string | null {
  return day === null ? null : `Next follow-up ${dateShort(day)}`;
}

const NO_VALUE = '—';
const labelOf = (name: string): string => findField(name)?.label ?? name;

/** 'Occupation: from Baker to Cook', or 'Occupation set to Cook'; null for a field whose values are hidden. */
function changeText({ field, is_hidden, from, to }: Change): string | null {
  if (is_hidden) return null;
  const [before, after] = [valueText(field, from), valueText(field, to)];
  return before === NO_VALUE
    ? `${labelOf(field)} set to ${after}`
    : `${labelOf(field)}: from ${before} to ${after}`;
}

function valueText(name: string, value: string | number | null): string {
  const text = value === null ? '' : String(value);
  if (text === '') return NO_VALUE;
  const kind = findField(name)?.kind;
  if (kind === 'date') return dateDisplay(text);
  if (kind === 'money') return moneyDisplay(dollarsToCents(text));
  return kind === 'phone' ? phoneDisplay(text) : text;
}
