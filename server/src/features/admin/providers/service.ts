import type { ReplyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/providers/endpoints';
import { PROVIDER_PARTS, type ProviderPart } from '@ledgerline/contract/providers/endpoints';
import * as webhooks from '#features/webhooks/receive-event.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context, Deps } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { readProviderHealth } from '#platform/provider-health/monitor.ts';
import { eventsOf, partOfEvent, replayedMessage } from './rules.ts';

type Ctx = Context<AgentActor>;
const MAX_SHOWN = 100;

/** The provider of each service, and how its recent calls went; calls of another adapter are left out. */
export async function listProviders(ctx: Ctx): Promise<ReplyOf<typeof endpoints.listProviders>> {
  const health = await readProviderHealth(ctx.db);
  const counts = await webhooks.countOpenEvents(ctx.db);
  const data = PROVIDER_PARTS.flatMap((part) => {
    const name = adapterOf(ctx.deps, part);
    if (name === null) return [];
    const known = health.find((row) => row.part === part && row.name === name);
    return {
      part,
      name,
      last_success_at: known?.last_success_at?.toISOString() ?? null,
      last_error_at: known?.last_error_at?.toISOString() ?? null,
      last_error: known?.last_error ?? null,
      ...eventsOf(part, counts),
    };
  });
  return { success: true, data };
}

/** Newest first; `total` also counts those that are not shown. */
export async function listParkedEvents(ctx: Ctx): Promise<ReplyOf<typeof endpoints.listParkedEvents>> {
  const rows = await webhooks.listParkedEvents(ctx.db, MAX_SHOWN);
  const counts = await webhooks.countOpenEvents(ctx.db);
  return {
    success: true,
    total: counts.reduce((sum, { parked }) => sum + parked, 0),
    data: rows.map(({ port, square_account, received_at, ...row }) => ({
      ...row,
      part: partOfEvent({ port, square_account }),
      received_at: received_at.toISOString(),
    })),
  };
}

export async function replayEvent(ctx: Ctx, id: number): Promise<ReplyOf<typeof endpoints.replayEvent>> {
  if (!(await webhooks.hasEvent(ctx.db, id)))
    throw new AppError('not_found', { message: 'Event not found.' });
  const count = await webhooks.replayParked(ctx, id);
  if (count === 0) throw new AppError('wrong_state', { message: 'Only parked events can be replayed.' });
  await auditAction(ctx, 'replayed', 'provider_event', id);
  return { success: true, message: replayedMessage(1) };
}

export async function replayAllEvents(ctx: Ctx): Promise<ReplyOf<typeof endpoints.replayAllEvents>> {
  const count = await webhooks.replayParked(ctx);
  if (count > 0) await auditAction(ctx, 'replayed', 'provider_event', null, { new_value: count });
  return { success: true, message: replayedMessage(count), count };
}

/** Null if the path does not exist. */
function adapterOf({ esign, payments, storage, email, identity }: Deps, part: ProviderPart): string | null {
  if (part === 'sso') return identity?.name ?? null;
  if (part === 'esign') return esign.name;
  if (part === 'storage') return storage.name;
  return part === 'mail' ? email.name : payments.name;
}
