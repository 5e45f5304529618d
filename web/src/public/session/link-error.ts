import type { ErrorCode } from '@ledgerline/contract/errors';
import type { Language } from '@ledgerline/contract/languages';
import { waitText } from '@ledgerline/contract/rules';
import { ApiError } from '../../lib/api-error.ts';

/** Why an address leads to no form; the closed page has words for each, in three languages. */
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

/** Why nothing could be loaded: `away` is our own trouble or a provider's; without any answer it is the visitor's connection. */
export type Failure = 'failed' | 'away';

/** The address is closed, what was sent is not taken, it came too often, or it is worth another try. */
type Meaning = ClosedReason | 'input' | 'busy' | Failure;

/** What each code says to a visitor, whose words are these pages' own; a code without a meaning does not compile. */
const MEANINGS: Record<ErrorCode, Meaning> = {
  validation_failed: 'input',
  malformed_request: 'input',
  not_signed_in: 'invalid',
  wrong_credentials: 'invalid',
  invalid_link: 'invalid',
  not_allowed: 'invalid',
  second_factor_needed: 'invalid',
  second_factor_missing: 'invalid',
  second_step_expired: 'invalid',
  locked: 'invalid',
  proof_needed: 'invalid',
  link_expired: 'expired',
  not_found: 'source',
  no_document: 'source',
  duplicate: 'invalid',
  // Somebody else was at it in the same moment: nothing is known to be done, and another try may help.
  conflict: 'away',
  likely_repeat: 'invalid',
  wrong_state: 'invalid',
  form_completed: 'completed',
  form_voided: 'voided',
  link_revoked: 'revoked',
  link_needed: 'direct',
  advisor_first: 'advisor_first',
  source_missing: 'source',
  link_not_supported: 'invalid',
  document_unfinished: 'invalid',
  content_lost: 'invalid',
  contact_required: 'invalid',
  payment_processing: 'invalid',
  total_differs: 'invalid',
  former_provider: 'invalid',
  has_related_data: 'invalid',
  reason_needed: 'invalid',
  confirmation_needed: 'invalid',
  idempotency_mismatch: 'invalid',
  too_large: 'input',
  unsupported_media_type: 'input',
  wrong_host: 'input',
  too_many_requests: 'busy',
  internal: 'away',
  file_damaged: 'away',
  provider_unavailable: 'away',
  document_not_processed: 'away',
  unavailable: 'away',
  disk_full: 'away',
};

/** What a failed call means; an answer without a code, or with one newer than this page, by its status. */
export function meaningOf(error: unknown): Meaning {
  if (!(error instanceof ApiError) || error.status === undefined) return 'failed';
  const known = error.code && MEANINGS[error.code];
  if (known) return known;
  if (error.status === 429) return 'busy';
  if ([401, 403, 404, 409].includes(error.status)) return 'invalid';
  return error.status >= 400 && error.status < 500 ? 'input' : 'away';
}

/** How long the server asks to wait after too many attempts, in the visitor's language; a minute where it does not say. */
export function waitAfter(error: unknown, language: Language): string {
  const seconds = error instanceof ApiError ? error.details?.retryAfterSeconds : undefined;
  return waitText({ seconds: typeof seconds === 'number' ? seconds : 60, language });
}

/** The one reason that can pass: an agent may give more time. */
export function isExpired(opened: string | { state: string; reason?: ClosedReason }): boolean {
  return typeof opened !== 'string' && opened.state === 'closed' && opened.reason === 'expired';
}

/** Why this address leads nowhere any more; null when another try may help. */
export function lostReason(error: unknown): ClosedReason | null {
  const meaning = meaningOf(error);
  const isPassing = meaning === 'input' || meaning === 'busy' || meaning === 'away' || meaning === 'failed';
  return isPassing ? null : meaning;
}

/** The same for what was read: where nothing was typed, a refused input is the address itself. */
export function closedReason(error: unknown): ClosedReason | null {
  return meaningOf(error) === 'input' ? 'invalid' : lostReason(error);
}

export function failureOf(error: unknown): Failure {
  return meaningOf(error) === 'failed' ? 'failed' : 'away';
}
