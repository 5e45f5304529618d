import type { PublicFormState } from '@ledgerline/contract/public-forms/endpoints';
import { isFinished, isVoided, type SignableForm } from '@ledgerline/contract/rules';

/** Whether a visitor may still fill the form in (1§4; PF-015, PF-016). */
export function fillingState(form: SignableForm): Exclude<PublicFormState, 'expired'> {
  if (isVoided(form)) return 'voided';
  return isFinished(form) ? 'completed' : 'ready';
}

/** A document out for signature must be voided before it can be deleted (decisions H19). */
export function deleteAllowed(form: SignableForm): boolean {
  return !form.envelope_id || isVoided(form) || isFinished(form);
}
