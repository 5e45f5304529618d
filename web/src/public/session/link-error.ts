import type { ErrorCode } from '@ledgerline/contract/errors';
import type { Language } from '@ledgerline/contract/languages';
import { waitText } from '@ledgerline/contract/rules';
import { ApiError } from '../../lib/api-error.ts';

/** Why an address leads to no form. The closed page has a text for each, in three languages. */
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

/** Why loading failed: `away` means the service or a provider; no response at all means the visitor's connection. */
export type Failure = 'failed' | 'away';

/** The address is closed, the input is rejected, the rate limit is reached, or a retry may help. */
type Meaning = ClosedReason | 'input' | 'busy' | Failure;

/** The meaning of each error code for a visitor. A code without a meaning does not compile. */
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
  // A concurrent change: the outcome is unknown, and a retry may help.
  conflict: 'away',
  likely_repeat: 'invalid',
  unconfirmed_number: 'invalid',
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

/** The meaning of a failed call. A response without a code, or with an unknown one, is decided by its status. */
export function meaningOf(error: unknown): Meaning {
  if (!(error instanceof ApiError) || error.status === undefined) return 'failed';
  const known = error.code && MEANINGS[error.code];
  if (known) return known;
  if (error.status === 429) return 'busy';
  if ([401, 403, 404, 409].includes(error.status)) return 'invalid';
  return error.status >= 400 && error.status < 500 ? 'input' : 'away';
}

/** The wait after too many attempts, in the visitor's language; one minute if the server does not specify it. */
export function waitAfter(error: unknown, language: Language): string {
  const seconds = error instanceof ApiError ? error.details?.retryAfterSeconds : undefined;
  return waitText({ seconds: typeof seconds === 'number' ? seconds : 60, language });
}

/** The only reason that can change: an agent may extend the link. */
export function isExpired(opened: string | { state: string; reason?: ClosedReason }): boolean {
  return typeof opened !== 'string' && opened.state === 'closed' && opened.reason === 'expired';
}

/** Why this address no longer works; null if a retry may help. */
export function lostReason(error: unknown): ClosedReason | null {
  const meaning = meaningOf(error);
  const isTemporary = meaning === 'input' || meaning === 'busy' || meaning === 'away' || meaning === 'failed';
  return isTemporary ? null : meaning;
}

/** The same for read requests: without user input, a validation error concerns the address itself. */
export function closedReason(error: unknown): ClosedReason | null {
  return meaningOf(error) === 'input' ? 'invalid' : lostReason(error);
}

/** The link itself no longer works. Any other rejection concerns only the one call. */
export function isLinkLost(error: unknown): boolean {
  return error instanceof ApiError && /^(form_|link_|invalid_link$)/.test(error.code ?? '');
}

export function failureOf(error: unknown): Failure {
  return meaningOf(error) === 'failed' ? 'failed' : 'away';
}
