import type * as endpoints from '@ledgerline/contract/auth/remembered-devices/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { lockAgentRow } from '#features/people/agents/find-agents.ts';
import { findSignInPolicy } from '#features/people/two-factor/find-methods.ts';
import * as devices from '#features/people/two-factor/remembered-devices/store-devices.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { Http } from '#platform/http/cookies.ts';
import { assertCanManage, publishSignInEvent } from '../list-sign-ins.ts';
import { currentDeviceId } from './remember-devices.ts';
import { deviceLabel } from './rules.ts';

type Ctx = Context<AgentActor>;

export async function listRememberedDevices(
  ctx: Ctx,
  agentId: number,
  http: Http,
): Promise<ReplyOf<typeof endpoints.listRememberedDevices>> {
  await assertCanManage(ctx, agentId);
  const rows = await devices.listDevices(ctx.db, agentId, ctx.deps.clock.now());
  const current = await currentDeviceId(ctx, agentId, http);
  const data = rows.map(({ id, user_agent, created_at, last_used_at, expires_at }) => ({
    id,
    device: deviceLabel(user_agent),
    remembered_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    expires_at: expires_at.toISOString(),
    is_current: id === current,
  }));
  const { can_remember_devices } = await findSignInPolicy(ctx.db);
  return { success: true, data, can_remember_devices };
}

/** One that is already forgotten is not found: there is nothing left to do. */
export async function removeRememberedDevice(
  ctx: Ctx,
  agentId: number,
  deviceId: number,
): Promise<ReplyOf<typeof endpoints.removeRememberedDevice>> {
  await assertCanManage(ctx, agentId);
  const gone = await devices.deleteDevice(ctx.db, agentId, deviceId);
  if (!gone) throw new AppError('not_found', { message: 'This device is no longer remembered.' });
  const old_value = { device: deviceLabel(gone.user_agent) };
  await auditAction(ctx, 'remembered_device_removed', 'agent', agentId, { old_value });
  await publishSignInEvent(ctx, agentId);
  return { success: true, message: 'Device removed.' };
}

export async function removeRememberedDevices(
  ctx: Ctx,
  agentId: number,
): Promise<ReplyOf<typeof endpoints.removeRememberedDevices>> {
  await assertCanManage(ctx, agentId);
  // A sign-in that is being opened holds the row and may remember a device.
  await lockAgentRow(ctx.db, agentId);
  const removed = await devices.deleteDevicesOf(ctx.db, agentId);
  await auditAction(ctx, 'remembered_devices_removed', 'agent', agentId, { new_value: { removed } });
  await publishSignInEvent(ctx, agentId);
  return { success: true, removed };
}
