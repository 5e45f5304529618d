import type { Operation, OperationItem } from '@ledgerline/contract/bulk-actions/endpoints';
import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import { fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { countText } from '@ledgerline/contract/rules';
import { displayText } from '../clients/field-text.ts';
import { momentText } from '../days.ts';

export const number = (count: number): string => count.toLocaleString('en-US');

/** '1 client', '1,200 clients'. */
export const clientsText = (count: number): string => countText(count, 'client');

/** 'the selected client', 'each of the 1,200 clients'. */
export const eachClientText = (count: number): string =>
  count === 1 ? 'the selected client' : `each of the ${clientsText(count)}`;

/** What an action does: 'Set Status to “Lead”'. */
export function actionText({ kind, params }: Operation['action']): string {
  if (kind === 'add_task') return `Add the task “${params.title}”`;
  if (kind === 'send_session') return `Start the session “${params.session_type}” and email its link`;
  if (kind === 'send_reminder') return 'Remind clients of their latest open session';
  if (kind === 'void_invoice') return 'Void invoices';
  if (kind === 'send_invoice') return 'Send invoices by email';
  if ('values' in params) {
    const values = `${number(params.values)} values`;
    return kind === 'edit_cells' ? `Change ${values} in the ledger` : `Apply ${values} of a form`;
  }
  const field = fieldNamed(params.field);
  const text = displayText(field, params.value);
  return text === '' ? `Clear ${field.label}` : `Set ${field.label} to “${text}”`;
}

/** A value before or after an action; '(empty)' if there is none. */
export function sampleText({ kind, params }: Operation['action'], value: FieldValue): string {
  const text = kind === 'set_field' ? displayText(fieldNamed(params.field), value) : String(value ?? '');
  return text || '(empty)';
}

/** Whether an action only sends emails, which cannot be undone. */
export const isEmail = ({ kind }: Operation['action']): boolean =>
  kind === 'send_session' || kind === 'send_reminder';

/** Whether the records of an action are invoices, not clients. */
export const isOfInvoices = ({ kind }: Operation['action']): boolean =>
  kind === 'void_invoice' || kind === 'send_invoice';

/** '1 invoice', '1,200 invoices'. */
export const invoicesText = (count: number): string => countText(count, 'invoice');

/** The records of an action: '1 client', '1,200 invoices'. */
export const recordsText = (action: Operation['action'], count: number): string =>
  isOfInvoices(action) ? invoicesText(count) : clientsText(count);

/** The message of an action that waits for the payment provider. */
export const waitingText = ({ since, until }: NonNullable<Operation['waiting']>): string =>
  `The payment provider has not accepted an invoice since ${momentText(since)}. The portal tries again at least every five minutes. Invoices that the provider has not accepted by ${momentText(until)} are not sent.`;

interface ActionTexts {
  /** 'will be changed', after a number of records. */
  planned: string;
  /** The message of a preview without changes. */
  nothing: string;
  /** The message of a result without changes. */
  none: string;
  /** 'Change', before a number of records. */
  verb: string;
  running: string;
  /** The label of a record for which it was done. */
  done: string;
  /** Column headers of the values in the preview. */
  columns: [from: string, to: string];
  /** In the list of operations, when the action cannot be undone or its undo period is over. */
  cannotUndo: string;
  /** In the confirmation before the start, after the number and the balance of the invoices. */
  warning?: string;
}

const FIELD_TEXTS: ActionTexts = {
  planned: 'will be changed',
  nothing: 'None of the selected clients would be changed.',
  none: 'No client was changed.',
  verb: 'Change',
  running: 'Changing clients…',
  done: 'Changed',
  columns: ['Now', 'After'],
  cannotUndo: 'Cannot be undone',
};
const TASK_TEXTS: ActionTexts = {
  planned: 'will get the task',
  nothing: 'No task would be added.',
  none: 'No task was added.',
  verb: 'Add Task for',
  running: 'Adding tasks…',
  done: 'Task added',
  columns: ['Now', 'After'],
  cannotUndo: 'Cannot be undone',
};
const EMAIL_TEXTS: ActionTexts = {
  planned: 'will be emailed',
  nothing: 'No email can be sent.',
  none: 'No email was sent.',
  verb: 'Email',
  running: 'Sending emails at the rate set in the settings…',
  done: 'Email queued',
  columns: ['Session', 'Email to'],
  cannotUndo: 'Emails cannot be undone',
};
const VOID_TEXTS: ActionTexts = {
  planned: 'will be voided',
  nothing: 'None of the selected invoices can be voided.',
  none: 'No invoice was voided.',
  verb: 'Void',
  running: 'Voiding invoices…',
  done: 'Voided',
  columns: ['Total', 'Balance due'],
  cannotUndo: 'Cannot be undone',
  warning:
    'This cannot be undone. Payments that were received are not refunded, and schedules that these invoices started are cancelled.',
};
const SEND_TEXTS: ActionTexts = {
  planned: 'will be sent',
  nothing: 'None of the selected invoices can be sent.',
  none: 'No invoice was sent.',
  verb: 'Send',
  running: 'Sending invoices at the rate set in the settings…',
  done: 'Email queued',
  columns: ['Balance due', 'Email to'],
  cannotUndo: 'Emails cannot be undone',
  warning: 'Each client receives an email with the payment link. This cannot be undone.',
};

export function textsOf(action: Operation['action']): ActionTexts {
  if (action.kind === 'void_invoice') return VOID_TEXTS;
  if (action.kind === 'send_invoice') return SEND_TEXTS;
  if (isEmail(action)) return EMAIL_TEXTS;
  return action.kind === 'add_task' ? TASK_TEXTS : FIELD_TEXTS;
}

const OUTCOME_LABELS = {
  pending: 'Not processed',
  skipped: 'Skipped',
  rejected: 'Rejected',
} as const;

export const outcomeLabel = (action: Operation['action'], state: OperationItem['state']): string =>
  state === 'changed' ? textsOf(action).done : OUTCOME_LABELS[state];
