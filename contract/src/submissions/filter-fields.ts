import type { FilterField } from '../rules/filters.ts';
import { FORM_TYPES, SUBMISSION_CATEGORIES, type SubmissionCategory } from '../rules.ts';

/** The statuses by which agents filter submissions. */
export const SUBMISSION_CATEGORY_LABELS: Readonly<Record<SubmissionCategory, string>> = {
  alert: 'Agent action needed',
  new: 'New',
  in_progress: 'In progress',
  complete: 'Complete',
  voided: 'Voided',
};

const CATEGORIES = SUBMISSION_CATEGORIES.map((value) => ({
  value,
  label: SUBMISSION_CATEGORY_LABELS[value],
}));
const TYPES = FORM_TYPES.map((value) => ({ value, label: value }));

/** What the list of submissions can be filtered by. */
export const SUBMISSION_FILTER_FIELDS: ReadonlyMap<string, FilterField> = new Map(
  (
    [
      { name: 'form', label: 'Form', kind: 'text', group: 'Form', isNeverEmpty: true },
      {
        name: 'category',
        label: 'Status',
        kind: 'choice',
        group: 'Form',
        options: CATEGORIES,
        isNeverEmpty: true,
      },
      { name: 'type', label: 'Type', kind: 'choice', group: 'Form', options: TYPES, isNeverEmpty: true },
      { name: 'folder', label: 'Folder', kind: 'text', group: 'Form' },
      { name: 'final_form_total', label: 'Total', kind: 'money', group: 'Form', isNeverEmpty: true },
      { name: 'client_name', label: 'Client name', kind: 'text', group: 'Client' },
      { name: 'client_email', label: 'Client email', kind: 'text', group: 'Client' },
      { name: 'client_phone', label: 'Client phone', kind: 'phone', group: 'Client' },
      { name: 'owner_agent_id', label: 'Client owner', kind: 'agent', group: 'Client' },
      { name: 'created_at', label: 'Added', kind: 'date', group: 'Dates', isNeverEmpty: true },
      { name: 'updated_at', label: 'Last change', kind: 'date', group: 'Dates', isNeverEmpty: true },
      { name: 'client_signed_at', label: 'Signed by the client', kind: 'date', group: 'Dates' },
      { name: 'advisor_signed_at', label: 'Signed by the advisor', kind: 'date', group: 'Dates' },
      { name: 'read_at', label: 'Opened by an agent', kind: 'date', group: 'Dates' },
    ] satisfies FilterField[]
  ).map((field) => [field.name, field]),
);
