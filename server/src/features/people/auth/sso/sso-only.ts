import type { Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { passwordsOffMessage } from './rules.ts';

/** While passwords are off none is set by link: it would sign nobody in. */
export function assertPasswordsEnabled({ deps }: Context): void {
  const { SSO_ONLY, SSO_NAME } = deps.config;
  if (SSO_ONLY) throw new AppError('wrong_state', { message: passwordsOffMessage(SSO_NAME) });
}
