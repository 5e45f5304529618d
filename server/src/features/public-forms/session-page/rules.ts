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

/** Whether the client himself still has to fill the form in or sign it, now or after the advisor. */
export function isToDo(form: PageForm): boolean {
  if (isDeclined(form)) return false;
  const action = clientAction(form);
  return action === 'fill' || action === 'sign' || (action === 'wait' && clientOf(form).outstanding);
}
