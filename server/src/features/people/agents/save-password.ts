import { passwordChangedEmail } from '#features/email-templates/password-emails.ts';
import { hashPassword } from '#platform/auth/passwords.ts';
import type { Context } from '#platform/context.ts';
import { queueEmail } from '#platform/email/queue.ts';
import { wrongField } from '#platform/errors.ts';
import { absoluteUrl } from '#platform/public-address.ts';
import { passwordEmailsOf } from './emails/confirm-email.ts';
import { type PasswordOwner, passwordProblem } from './passwords/check-password.ts';
import * as repository from './repository.ts';

/**
 * Sets the password of a locked agent and notifies them by email, even if another person changed it. The
 * caller ends sign-ins and links.
 */
export async function savePassword(
  ctx: Context,
  agent: Pick<repository.AgentRow, 'id' | 'username' | 'email' | 'first_name' | 'last_name'>,
  password: string,
): Promise<void> {
  await assertStrongPassword(ctx, password, agent);
  await repository.changeAgent(ctx.db, agent.id, {
    password_hash: await hashPassword(password),
    password_changed_at: ctx.deps.clock.now(),
  });
  const { BRAND, TIME_ZONE } = ctx.deps.config;
  const email = passwordChangedEmail({
    brokerage: BRAND,
    username: agent.username,
    address: ctx.address,
    at: ctx.deps.clock.now(),
    timeZone: TIME_ZONE,
    url: absoluteUrl(ctx, '/crm/login'),
  });
  for (const to of await passwordEmailsOf(ctx, agent))
    await queueEmail(ctx, { ...email, kind: 'password_changed', to, language: 'en' });
}

/** @throws AppError on the field `password` for one that is easy to guess */
export async function assertStrongPassword(
  { deps }: Pick<Context, 'deps'>,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  const message = await passwordProblem(password, owner, deps.config.BRAND);
  if (message) throw wrongField('password', message);
}
