import { advisorOf, clientOf, isDeclined, isVoided, type SignableForm } from '@ledgerline/contract/rules';
import type { EsignSignerRole, SigningOutcome } from '@ledgerline/contract/signing/endpoints';

/** The state of one signer's signing, by what the provider has reported about the form. */
export function outcomeOf(form: SignableForm, signer: EsignSignerRole): SigningOutcome {
  if ((signer === 'advisor' ? advisorOf(form) : clientOf(form)).signed) return 'signed';
  if (isVoided(form)) return 'voided';
  return isDeclined(form) ? 'declined' : 'waiting';
}

/** Where a signer returns to: the post-signing page with the form and the event (1§2). */
export function afterSigning(returnUrl: string, event: 'signing_complete' | 'decline'): string {
  return `${returnUrl}${returnUrl.includes('?') ? '&' : '?'}event=${event}`;
}
