import { addressProblem } from '#features/notices/addresses.ts';
import { passwordChangedMail } from '#features/notices/password-mails.ts';
import { hashPassword } from '#platform/auth/passwords.ts';
import type { Context } from '#platform/context.ts';
import { wrongField } from '#platform/errors.ts';
import { queueMail } from '#platform/mail/queue.ts';
import { wholeAddress } from '#platform/public-address.ts';
import { passwordFault } from './passwords/judge-password.ts';
import * as repository from './repository.ts';

/**
 * Sets the password of an agent who is held, and tells him by mail: whoever else did it, he hears of it. What else must end
 * with it is the caller's to say.
 */
export async function keepPassword(
  ctx: Context,
  agent: Pick<repository.AgentRow, 'id' | 'username' | 'email'>,
  password: string,
): Promise<void> {
  await refuseWeak(password, agent.username);
  await repository.changeAgent(ctx.db, agent.id, { password_hash: await hashPassword(password) });
  if (addressProblem(agent.email) !== null) return;
  const { BRAND, TIME_ZONE } = ctx.deps.config;
  const mail = passwordChangedMail({
    brokerage: BRAND,
    username: agent.username,
    address: ctx.address,
    at: ctx.deps.clock.now(),
    timeZone: TIME_ZONE,
    url: wholeAddress(ctx, '/crm/login'),
  });
  await queueMail(ctx, { ...mail, kind: 'password_changed', to: agent.email, language: 'en' });
}

export async function refuseWeak(password: string, username: string): Promise<void> {
  const message = await passwordFault(password, username);
  if (message) throw wrongField('password', message);
}
