import { lockToChange } from '#features/people/agents/lock-agents.ts';
import { endSavedSignature } from '#features/people/agents/saved-signature/service.ts';
import { notifyAgent } from '#features/people/two-factor/notify-agent.ts';
import { deleteTwoFactor } from '#features/people/two-factor/remove-methods.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { publishSignInEvent } from './list-sign-ins.ts';
import { endSignIns } from './sign-in.ts';

const OWN = 'Remove your own two-factor methods one by one on your account page.';

/**
 * For an agent who lost their devices: every sign-in ends, in case someone else has a device now, and the
 * agent is notified.
 */
export async function removeAgentTwoFactor(
  ctx: Context<AgentActor>,
  id: number,
): Promise<{ success: true; message: string }> {
  if (id === ctx.actor.id) throw new AppError('not_allowed', { message: OWN });
  const { target } = await lockToChange(ctx, id);
  if (!(await deleteTwoFactor(ctx.db, id)))
    throw new AppError('not_found', { message: 'This agent has not set up two-factor authentication.' });
  await endSavedSignature(ctx, target);
  await endSignIns(ctx.db, id, null, ctx.deps.clock.now());
  await publishSignInEvent(ctx, id);
  await auditAction(ctx, 'second_factor_removed', 'agent', id, { field: 'all', old_value: target.username });
  await notifyAgent(ctx, id, { what: 'removed_by', name: ctx.actor.name });
  return { success: true, message: 'Two-factor authentication removed.' };
}
