import type { SessionPageForm } from '@ledgerline/contract/public-forms/endpoints';
import {
  advisorOf,
  clientOf,
  isDeclined,
  isDocumentRequest,
  isFinished,
  isVoided,
  isWebFormType,
  type SignableForm,
} from '@ledgerline/contract/rules';

type Action = SessionPageForm['action'];

type PageForm = SignableForm & { type: string; next_signer_role?: string | null };

/** What a client can do with a form of their session. */
export function clientAction(form: PageForm): Action {
  if (isVoided(form)) return 'voided';
  // The advisor decides what comes next.
  if (isDeclined(form)) return 'wait';
  const advisor = advisorOf(form);
  const client = clientOf(form);
  // Templates of an outside provider may let the client sign first.
  if (advisor.outstanding && !(client.outstanding && form.next_signer_role === 'client')) return 'wait';
  const isSigned = (advisor.required || client.required) && !client.outstanding;
  if (isSigned || (isFinished(form) && !client.outstanding)) return 'done';
  if (isWebFormType(form.type)) return 'fill';
  if (isDocumentRequest(form.type)) return 'upload';
  const type = form.type.toLowerCase();
  if (type === 'pdf') return 'view';
  return type === 'link' ? 'follow' : 'sign';
}

/** Whether the client has to fill in, send or sign the form now; what waits for the advisor does not count (decisions O12). */
export function isToDo(form: PageForm): boolean {
  const action = clientAction(form);
  return action === 'fill' || action === 'upload' || action === 'sign';
}

/** Whether the client has finished their part, even if others still have to sign. */
export function isClientDone(form: PageForm): boolean {
  if (isVoided(form) || isDeclined(form)) return false;
  if (clientOf(form).required) return clientOf(form).signed;
  return (isWebFormType(form.type) || isDocumentRequest(form.type)) && clientAction(form) === 'done';
}
