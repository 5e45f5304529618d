import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { passwordsOffMessage } from './rules.ts';

/** With passwords off, none can be set by link: it would not sign the agent in. */
export function assertPasswordsEnabled({ deps }: Context): void {
  const { SSO_ONLY, SSO_NAME } = deps.config;
  if (SSO_ONLY) throw new AppError('wrong_state', { message: passwordsOffMessage(SSO_NAME) });
}
