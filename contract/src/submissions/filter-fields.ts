import { choicesOf, filterFields, plainChoices } from '../rules/filter-fields.ts';
import { FORM_TYPES, SUBMISSION_CATEGORIES, type SubmissionCategory } from '../rules.ts';

/** The statuses by which agents filter submissions. */
export const SUBMISSION_CATEGORY_LABELS: Readonly<Record<SubmissionCategory, string>> = {
  alert: 'Agent action needed',
  new: 'New',
  in_progress: 'In progress',
  complete: 'Complete',
  voided: 'Voided',
};

/** How far the client has come with a form, in order. */
export const FORM_STEPS = ['not_sent', 'sent', 'opened', 'started', 'submitted', 'signed'] as const;
export type FormStep = (typeof FORM_STEPS)[number];
const FORM_STEP_LABELS: Readonly<Record<FormStep, string>> = {
  not_sent: 'Not sent',
  sent: 'Sent',
  opened: 'Opened',
  started: 'Started',
  submitted: 'Submitted',
  signed: 'Signed',
};

/** What the list of submissions can be filtered by. */
export const SUBMISSION_FILTER_FIELDS = filterFields({
  Form: [
    ['form', 'Form', 'text', 'filled'],
    ['category', 'Status', choicesOf(SUBMISSION_CATEGORIES, SUBMISSION_CATEGORY_LABELS)],
    ['type', 'Type', plainChoices(FORM_TYPES)],
    ['furthest_step', 'Progress', choicesOf(FORM_STEPS, FORM_STEP_LABELS)],
    ['step_reached', 'Step reached', 'number', 'filled'],
    ['folder', 'Folder', 'text'],
    ['final_form_total', 'Total', 'money', 'filled'],
  ],
  Client: [
    ['client_name', 'Client name', 'text'],
    ['client_email', 'Client email', 'text'],
    ['client_phone', 'Client phone', 'phone'],
    ['owner_agent_id', 'Client owner', 'agent'],
  ],
  Dates: [
    ['created_at', 'Added', 'date', 'filled'],
    ['updated_at', 'Last change', 'date', 'filled'],
    ['client_signed_at', 'Signed by the client', 'date'],
    ['advisor_signed_at', 'Signed by the advisor', 'date'],
    ['read_at', 'Opened by an agent', 'date'],
  ],
});
