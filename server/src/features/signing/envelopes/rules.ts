import { CLIENT_FIELDS } from '@ledgerline/contract/clients/fields/catalog';
import type { FieldKind } from '@ledgerline/contract/clients/fields/field';
import { dateDisplay, isFinished, isVoided, type SignableForm } from '@ledgerline/contract/rules';

export const ESIGN_SYNC_QUEUE = 'esign-sync';

/** Why an envelope cannot be opened for signing; null when it can. */
export function signingError(form: SignableForm): string | null {
  if (isVoided(form)) return 'This form has been voided and can no longer be signed.';
  return isFinished(form) ? 'This form has already been signed.' : null;
}

/** Secrets are never sent, notes are long, and ownership of the client is internal to the brokerage. */
const NO_PREFILL: readonly FieldKind[] = ['secret', 'richtext', 'agent'];

/** A client's values as a document shows them, by field name; secrets are never prefilled. */
export function prefillOf(client: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const field of CLIENT_FIELDS) {
    const value = client[field.name];
    if (NO_PREFILL.includes(field.kind) || value === null || value === undefined) continue;
    texts[field.name] = field.kind === 'date' ? dateDisplay(String(value)) : String(value);
  }
  return texts;
}

const LONGEST_RETURN = 470;
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

/** Why an outside provider cannot redirect back to an address; null when it can. */
export function returnProblem(address: string): string | null {
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:' && !THIS_MACHINE.includes(hostname)) {
    return 'Signing needs an https address of this portal. Please ask an owner to set PUBLIC_URL.';
  }
  return address.length > LONGEST_RETURN
    ? 'The address of this portal (PUBLIC_URL) is too long for the e-signature provider.'
    : null;
}

/** Whether a response is older than the request: the provider limits how often it may be called. */
export function isCachedResponse(asOf: Date, requestedAt: Date): boolean {
  return requestedAt.getTime() - asOf.getTime() > CLOCK_SKEW_MS;
}

/** Allows for clock skew and the duration of calls. */
const CLOCK_SKEW_MS = 30_000;
