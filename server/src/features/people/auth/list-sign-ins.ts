import type * as endpoints from '@ledgerline/contract/auth/sign-ins/endpoints';
import { MAX_LISTED_SIGN_INS } from '@ledgerline/contract/auth/sign-ins/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { findVisibleAgent, lockAgentRow } from '#features/people/agents/find-agents.ts';
import { deleteDevicesOf } from '#features/people/two-factor/remembered-devices/store-devices.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { deviceLabel } from './devices/rules.ts';
import { canManageSignIns } from './policy.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;

export async function listSignIns(ctx: Ctx, agentId: number): Promise<ReplyOf<typeof endpoints.listSignIns>> {
  await assertCanManage(ctx, agentId);
  const { rows, total } = await repository.findOpenSignIns(ctx.db, agentId, {
    now: ctx.deps.clock.now(),
    limit: MAX_LISTED_SIGN_INS,
  });
  const data = rows.map(({ id, address, user_agent, created_at, last_used_at }) => ({
    id,
    device: deviceLabel(user_agent),
    address,
    signed_in_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    is_current: id === ctx.actor.signInId,
  }));
  return { success: true, data, total };
}

/** One that has already ended is not found: there is nothing left to do. */
export async function endSignIn(
  ctx: Ctx,
  agentId: number,
  signInId: number,
): Promise<ReplyOf<typeof endpoints.endSignIn>> {
  await assertCanManage(ctx, agentId);
  const now = ctx.deps.clock.now();
  const ended = await repository.endOpenSignIn(ctx.db, { id: signInId, agent_id: agentId, now });
  if (!ended) throw new AppError('not_found', { message: 'This sign-in has already ended.' });
  const old_value = { device: deviceLabel(ended.user_agent), address: ended.address };
  await auditAction(ctx, 'sign_in_ended', 'agent', agentId, { old_value });
  await publishSignInEvent(ctx, agentId);
  return { success: true, message: 'Sign-in ended.' };
}

export async function endOtherSignIns(
  ctx: Ctx,
  agentId: number,
): Promise<ReplyOf<typeof endpoints.endOtherSignIns>> {
  await assertCanManage(ctx, agentId);
  // A sign-in that is being opened holds the row: it is ended here, or opened afterwards.
  await lockAgentRow(ctx.db, agentId);
  const { signInId } = ctx.actor;
  const ended = await repository.revokeSignInsOf(ctx.db, agentId, signInId, ctx.deps.clock.now());
  await deleteDevicesOf(ctx.db, agentId);
  await auditAction(ctx, 'sign_ins_ended', 'agent', agentId, { new_value: { ended } });
  await publishSignInEvent(ctx, agentId);
  return { success: true, ended };
}

/** Live streams of the agent check whether they are still authorized, and open lists of sign-ins refetch. */
export function publishSignInEvent(ctx: Context, agentId: number): Promise<void> {
  return publishLiveEvent(ctx, { kind: 'sign_ins', action: 'updated', ids: [agentId] });
}

export async function assertCanManage(ctx: Ctx, agentId: number): Promise<void> {
  const agent = await findVisibleAgent(ctx, agentId);
  if (!canManageSignIns(ctx.actor, agent)) throw new AppError('not_allowed');
}
