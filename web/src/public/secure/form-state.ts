import type { SessionPageForm } from '@ledgerline/contract/public-forms/endpoints';
import { SIMPLE_FORM_STATUSES, type SimpleFormStatus } from '@ledgerline/contract/rules';
import type { MarkName } from '../mark.tsx';
import type { TextKey } from '../texts/text-key.ts';

const STATUS_LABELS: Record<SimpleFormStatus, TextKey> = {
  Cancelled: 'statusCancelled',
  'Pending advisor signature': 'statusPendingAdvisor',
  'Ready to sign': 'statusReady',
  Completed: 'statusCompleted',
  'Awaiting advisor signature': 'statusAwaitingAdvisor',
  Pending: 'statusPending',
};

/** The text of a status; null for a status known only to a provider. Forms that are only read are never pending. */
export function statusKey({ status, action }: SessionPageForm): TextKey | null {
  if (status === 'Pending' && action === 'view') return 'statusToRead';
  if (status === 'Pending' && action === 'follow') return 'statusToOpen';
  const known = SIMPLE_FORM_STATUSES.find((word) => word === status);
  return known ? STATUS_LABELS[known] : null;
}

/** Color and icon of a form's state, always next to its text. */
export type FormTone = 'todo' | 'read' | 'wait' | 'done' | 'voided';

export function formTone({ action }: SessionPageForm): FormTone {
  if (action === 'wait' || action === 'done' || action === 'voided') return action;
  return action === 'view' || action === 'follow' ? 'read' : 'todo';
}

export const TONE_MARKS: Record<FormTone, MarkName> = {
  todo: 'pencil',
  read: 'page',
  wait: 'clock',
  done: 'check',
  voided: 'cross',
};

/** The label of a form's button; null if the client has no action. */
export function actionKey(form: SessionPageForm): TextKey | null {
  switch (form.action) {
    case 'fill':
      return form.progress_step > 0 ? 'formContinue' : 'formFill';
    case 'upload':
      return 'formUpload';
    case 'sign':
      return 'formSign';
    case 'view':
      // Several files are listed separately.
      return form.previews.length > 1 ? null : 'formView';
    case 'follow':
      return 'formFollow';
    default:
      return null;
  }
}

/** Forms with a note that explains why there is no button. */
export function noteKey(form: SessionPageForm): TextKey | null {
  if (form.action === 'wait') return 'formWaitText';
  if (form.action === 'voided') return 'formVoidedText';
  return form.action === 'done' ? 'formDoneText' : null;
}
