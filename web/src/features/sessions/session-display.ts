import {
  advisorOf,
  clientOf,
  isDeclined,
  isDocumentRequest,
  isFinished,
  isVoided,
  isWebFormType,
  TEMPORARY_SESSION_PREFIX,
} from '@ledgerline/contract/rules';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { fillingText } from '../../domain/forms/filling-text.ts';

/** Stored in a browser, not on the server (decisions G15). */
export function isLocalSession(id: string): boolean {
  return id.startsWith(TEMPORARY_SESSION_PREFIX);
}

export function formsText(count: number): string {
  return count === 1 ? '1 form' : `${count} forms`;
}

type Step = Pick<
  SubmissionRow,
  'type' | 'global_form_type' | 'status' | 'is_voided' | 'voided_at' | 'is_completed' | 'signed_at'
> &
  Pick<SubmissionRow, 'pending_advisor_signature' | 'pending_client_signature' | 'next_signer_role'> &
  Pick<SubmissionRow, 'has_advisor_signature' | 'has_client_signature' | 'form_link_id'> &
  Pick<SubmissionRow, 'advisor_signed_at' | 'client_signed_at' | 'progress_step' | 'total_steps'> &
  Pick<SubmissionRow, 'has_pending_answers'>;

/** Who has to act next on a form and how; null when no one is next. */
export function nextStep(form: Step): { who: 'advisor' | 'client' | 'agent'; text: string } | null {
  if (isVoided(form) || isDeclined(form)) return null;
  const advisor = advisorOf(form);
  const client = clientOf(form);
  const isClientFirst = client.outstanding && form.next_signer_role === 'client';
  if (advisor.outstanding && !isClientFirst) return { who: 'advisor', text: 'Waiting for advisor to sign' };
  if (client.outstanding) return { who: 'client', text: 'Waiting for client to sign' };
  if (isDocumentRequest(form.type) && isFinished(form) && form.has_pending_answers)
    return { who: 'agent', text: 'Waiting for agent to review documents' };
  if (advisor.required || client.required || isFinished(form)) return null;
  if (isFilledIn(form)) return fillingStep(form);
  if (isDocumentRequest(form.type)) return { who: 'client', text: 'Waiting for client to send documents' };
  if (form.type === 'DocuSign')
    return form.next_signer_role === 'advisor'
      ? { who: 'advisor', text: 'Waiting for advisor to sign' }
      : { who: 'client', text: 'Waiting for client to sign' };
  return null;
}

/** The client fills it in step by step. */
export function isFilledIn({ type, global_form_type }: Pick<Step, 'type' | 'global_form_type'>): boolean {
  return isWebFormType(type) || isWebFormType(global_form_type);
}

function fillingStep(form: Step): { who: 'client'; text: string } {
  const isStarted = form.progress_step > 0 && form.total_steps > 0;
  return { who: 'client', text: isStarted ? fillingText(form) : 'Waiting for client' };
}
