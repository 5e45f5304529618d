import type { MovedCounts, undoMerge } from '@ledgerline/contract/clients/merging/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { countText } from '@ledgerline/contract/rules';

const KINDS: Readonly<Record<string, [one: string, many: string]>> = {
  sessions: ['session', 'sessions'],
  forms: ['form', 'forms'],
  documents: ['document', 'documents'],
  links: ['link', 'links'],
  invoices: ['invoice', 'invoices'],
  recurring_payments: ['recurring payment', 'recurring payments'],
  policies: ['policy', 'policies'],
  tasks: ['task', 'tasks'],
  calls: ['call or note', 'calls and notes'],
  emails: ['email', 'emails'],
};

/** '2 sessions, 1 invoice', or 'No records'. */
export function countsText(counts: MovedCounts): string {
  const parts = Object.entries(KINDS).flatMap(([kind, [one, many]]) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [countText(count, one, many)];
  });
  return parts.join(', ') || 'No records';
}

/** The result of an undo, including the values and records that it did not restore. */
export function undoneText({ restored, kept_fields, kept_records }: ReplyOf<typeof undoMerge>): string {
  const clients = restored.length === 1 ? '1 client was' : `${restored.length} clients were`;
  const kept = [
    ...kept_fields,
    ...(kept_records > 0 ? [kept_records === 1 ? '1 record' : `${kept_records} records`] : []),
  ];
  const note = kept.length > 0 ? ` Not undone: ${kept.join(', ')}.` : '';
  return `The merge was undone: ${clients} restored.${note}`;
}
