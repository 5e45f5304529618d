import type { SessionPageForm } from '@ledgerline/contract/public-forms/endpoints';
import {
  advisorOf,
  clientOf,
  isDeclined,
  isFinished,
  isVoided,
  isWebFormType,
  type SignableForm,
} from '@ledgerline/contract/rules';

type Action = SessionPageForm['action'];

type PageForm = SignableForm & { type: string; next_signer_role?: string | null };

/** What a client can do with a form of his session. */
export function clientAction(form: PageForm): Action {
  if (isVoided(form)) return 'voided';
  // What comes next is the advisor's to say.
  if (isDeclined(form)) return 'wait';
  const advisor = advisorOf(form);
  const client = clientOf(form);
  // Templates of an outside provider may let the client sign first.
  if (advisor.outstanding && !(client.outstanding && form.next_signer_role === 'client')) return 'wait';
  const isSigned = (advisor.required || client.required) && !client.outstanding;
  if (isSigned || (isFinished(form) && !client.outstanding)) return 'done';
  if (isWebFormType(form.type)) return 'fill';
  const type = form.type.toLowerCase();
  if (type === 'pdf') return 'view';
  return type === 'link' ? 'follow' : 'sign';
}

/** Whether the client himself has to fill the form in or sign it now; what waits for the advisor is not his (decisions O12). */
export function isToDo(form: PageForm): boolean {
  const action = clientAction(form);
  return action === 'fill' || action === 'sign';
}

/** Whether the client has done his part, whoever else still has to do his. */
export function isClientDone(form: PageForm): boolean {
  if (isVoided(form) || isDeclined(form)) return false;
  if (clientOf(form).required) return clientOf(form).signed;
  return isWebFormType(form.type) && clientAction(form) === 'done';
}
