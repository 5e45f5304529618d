import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { hasTwoFactor, needsTwoFactor, twoFactorMethodsOf } from './find-methods.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;

/**
 * Runs after a removal and rolls it back if the policy requires two-factor authentication and no method is
 * left.
 */
export async function assertTwoFactorOptional(ctx: Ctx): Promise<void> {
  if (
    hasTwoFactor(await twoFactorMethodsOf(ctx.db, ctx.actor.id)) ||
    !(await needsTwoFactor(ctx.db, ctx.actor))
  )
    return;
  throw new AppError('wrong_state', {
    message:
      'Your brokerage requires two-factor authentication. Please set up another method before you remove this one.',
  });
}

/** Recovery codes are removed with the last method. */
export async function removeUnusableCodes({ db, actor }: Ctx): Promise<void> {
  if (!hasTwoFactor(await twoFactorMethodsOf(db, actor.id))) await repository.replaceCodes(db, actor.id, []);
}

/**
 * Removes all of an agent's methods, for one who lost their devices; returns whether there were any. The
 * caller authorizes it.
 */
export async function deleteTwoFactor(db: Database, agentId: number): Promise<boolean> {
  await repository.lockTwoFactorMethods(db, agentId);
  const hadApp = await repository.removeApp(db, agentId);
  const passkeys = await repository.removePasskeysOf(db, agentId);
  await repository.replaceCodes(db, agentId, []);
  return hadApp || passkeys > 0;
}
