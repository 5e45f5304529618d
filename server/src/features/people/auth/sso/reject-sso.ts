import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { type SsoErrorReason, ssoErrorMessage } from './rules.ts';

/** What the trail keeps of a refusal: why, and whom the provider vouched for. */
interface ErrorDetails {
  why: SsoErrorReason;
  entity_id: number | null;
  subject?: string | undefined;
  email?: string | null | undefined;
  /** The provider's word, such as access_denied. */
  code?: string | null | undefined;
}

/** A sign-in by single sign-on that is refused: thrown out of any transaction, then written down. */
export class SsoError extends Error {
  readonly shown: AppError;
  readonly details: ErrorDetails;
  constructor(shown: AppError, details: ErrorDetails) {
    super(shown.message);
    this.shown = shown;
    this.details = details;
  }
}

export function rejectSso(
  { deps }: Context,
  why: SsoErrorReason,
  details: Partial<Omit<ErrorDetails, 'why'>> = {},
): SsoError {
  const shown = new AppError('wrong_state', { message: ssoErrorMessage(why, deps.config.SSO_NAME) });
  return new SsoError(shown, { entity_id: null, ...details, why });
}
