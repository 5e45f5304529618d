import type * as endpoints from '@ledgerline/contract/auth/sso/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { findVisibleAgent } from '#features/people/agents/find-agents.ts';
import { lockToChange } from '#features/people/agents/lock-agents.ts';
import { notifyAgent } from '#features/people/two-factor/notify-agent.ts';
import { deleteDevicesOf } from '#features/people/two-factor/remembered-devices/store-devices.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { publishSignInEvent } from '../list-sign-ins.ts';
import { canManageSignIns } from '../policy.ts';
import { revokeSignInsOf } from '../repository.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;

export async function getIdentity(ctx: Ctx, agentId: number): Promise<ReplyOf<typeof endpoints.getIdentity>> {
  const agent = await findVisibleAgent(ctx, agentId);
  if (!canManageSignIns(ctx.actor, agent)) throw new AppError('not_allowed');
  const { SSO_ISSUER } = ctx.deps.config;
  const row = SSO_ISSUER ? await repository.identityOfAgent(ctx.db, agentId, SSO_ISSUER) : null;
  const identity = row && {
    email: row.email,
    connected_at: row.connected_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
  };
  return { success: true, identity: identity ?? null };
}

/**
 * Ends the agent's sign-ins, in case someone else controls the account there; the next sign-in links by a
 * confirmed address again. Links to earlier providers are removed too.
 */
export async function removeIdentity(
  ctx: Ctx,
  agentId: number,
): Promise<ReplyOf<typeof endpoints.removeIdentity>> {
  await lockToChange(ctx, agentId);
  const gone = await repository.removeIdentities(ctx.db, agentId);
  if (gone.length === 0)
    throw new AppError('not_found', { message: 'This agent is not linked to a provider account.' });
  await revokeSignInsOf(ctx.db, agentId, null, ctx.deps.clock.now());
  await deleteDevicesOf(ctx.db, agentId);
  await publishSignInEvent(ctx, agentId);
  for (const { email } of gone)
    await auditAction(ctx, 'sso_disconnected', 'agent', agentId, { old_value: email });
  await notifyAgent(ctx, agentId, { what: 'sso_disconnected', name: ctx.actor.name });
  return { success: true, message: 'Disconnected.' };
}
