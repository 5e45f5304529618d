import { PUBLIC_FORM_MESSAGES } from '@ledgerline/contract/public-forms/endpoints';
import { ApiError } from '../../lib/http.ts';

/** Why an address leads to no form. */
export type ClosedReason =
  | 'invalid'
  | 'expired'
  | 'revoked'
  | 'completed'
  | 'voided'
  | 'source'
  | 'incomplete'
  | 'direct'
  | 'advisor_first';

const BY_SENTENCE: ReadonlyMap<string | undefined, ClosedReason> = new Map([
  [PUBLIC_FORM_MESSAGES.cannotOpenDirectly, 'direct'],
  [PUBLIC_FORM_MESSAGES.sourceNotConfigured, 'source'],
  [PUBLIC_FORM_MESSAGES.voided, 'voided'],
  [PUBLIC_FORM_MESSAGES.completed, 'completed'],
  [PUBLIC_FORM_MESSAGES.revoked, 'revoked'],
]);

/** The one reason that can pass: an agent may give more time. */
export function isExpired(opened: string | { state: string; reason?: ClosedReason }): boolean {
  return typeof opened !== 'string' && opened.state === 'closed' && opened.reason === 'expired';
}

/** Which sentence a failed call stands for; null when it is worth another try. */
export function closedReason(error: unknown): ClosedReason | null {
  if (!(error instanceof ApiError)) return null;
  const known = BY_SENTENCE.get(error.serverMessage);
  if (known === 'direct' && error.details?.state === 'advisor_first') return 'advisor_first';
  if (known) return known;
  if (error.code === 'link_expired') return 'expired';
  if (error.status === 404) return 'source';
  const isRefused = error.status !== undefined && error.status >= 400 && error.status < 500;
  return isRefused && error.status !== 429 ? 'invalid' : null;
}
