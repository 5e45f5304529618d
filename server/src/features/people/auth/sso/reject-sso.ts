import { canEmailLinks } from '#features/people/agents/emails/rules.ts';
import { deliveryOf } from '#features/people/agents/emails/send-email-link.ts';
import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { type SsoErrorReason, ssoErrorMessage } from './rules.ts';

/** What the audit log records of a rejection: the reason, and whom the provider vouched for. */
interface ErrorDetails {
  why: SsoErrorReason;
  entity_id: number | null;
  subject?: string | undefined;
  email?: string | null | undefined;
  /** The provider's error code, such as access_denied. */
  code?: string | null | undefined;
}

/** A rejected single sign-on: thrown out of any transaction, then logged. */
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
  ctx: Context,
  why: SsoErrorReason,
  details: Partial<Omit<ErrorDetails, 'why'>> = {},
): SsoError {
  const message = ssoErrorMessage(why, ctx.deps.config.SSO_NAME, canEmailLinks(deliveryOf(ctx)));
  const shown = new AppError('wrong_state', { message });
  return new SsoError(shown, { entity_id: null, ...details, why });
}
