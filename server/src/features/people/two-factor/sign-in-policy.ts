import type * as endpoints from '@ledgerline/contract/auth/two-factor/endpoints';
import type { SignInPolicy } from '@ledgerline/contract/auth/two-factor/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { requiresTwoFactor } from '@ledgerline/contract/rules';
import { auditChanges, changesTo } from '#platform/audit/changes.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { findSignInPolicy, hasTwoFactor, twoFactorMethodsOf } from './find-methods.ts';
import * as queries from './queries.ts';
import { deleteAllDevices } from './remembered-devices/repository.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;

/** Otherwise the owner's own next request would be rejected by the new policy. */
const OWN_FIRST = 'Please set up two-factor authentication for your own account first.';

export async function getSignInPolicy(ctx: Ctx): Promise<ReplyOf<typeof endpoints.getSignInPolicy>> {
  const agents = await queries.listWithoutTwoFactor(ctx.db);
  const without = agents.map((agent) => ({
    id: agent.id,
    name: agent.name,
    has_rights: requiresTwoFactor('rights', agent),
  }));
  return { success: true, data: { ...(await findSignInPolicy(ctx.db)), without } };
}

/**
 * Applies from the next request of every agent on: one without two-factor authentication can then only set it
 * up.
 */
export async function updateSignInPolicy(
  ctx: Ctx,
  rules: SignInPolicy,
): Promise<{ success: true; message: string }> {
  if (
    requiresTwoFactor(rules.second_factor ?? 'nobody', ctx.actor) &&
    !hasTwoFactor(await twoFactorMethodsOf(ctx.db, ctx.actor.id))
  )
    throw new AppError('wrong_state', { message: OWN_FIRST });
  const before = await findSignInPolicy(ctx.db);
  const changes = changesTo(before, rules);
  await repository.saveRules(ctx.db, {
    ...rules,
    updated_at: ctx.deps.clock.now(),
    updated_by: ctx.actor.id,
  });
  // Also when it is allowed again: a sign-in at that moment may have stored a device.
  if (changes.can_remember_devices !== undefined) await deleteAllDevices(ctx.db);
  await auditChanges(ctx, 'sign_in_rules', before, changes);
  return { success: true, message: 'Settings saved.' };
}
