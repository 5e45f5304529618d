import { CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalogue';
import { dateDisplay, isFinished, isVoided, type SignableForm } from '@ledgerline/contract/rules';

/** Why an envelope cannot be opened for signing; null when it can. */
export function signingRefusal(form: SignableForm): string | null {
  if (isVoided(form)) return 'This form has been voided and can no longer be signed.';
  return isFinished(form) ? 'This form has already been signed.' : null;
}

/** A client's values as a document shows them, by field name; secrets never leave as prefill. */
export function prefillOf(client: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const field of CLIENT_FIELDS) {
    const value = client[field.name];
    if (field.kind === 'secret' || field.kind === 'richtext' || value === null || value === undefined)
      continue;
    texts[field.name] = field.kind === 'date' ? dateDisplay(String(value)) : String(value);
  }
  return texts;
}

/** Where a signer comes back to: the post-signing page with the form and what happened (1§2). */
export function afterSigning(returnUrl: string, event: 'signing_complete' | 'decline'): string {
  return `${returnUrl}${returnUrl.includes('?') ? '&' : '?'}event=${event}`;
}
