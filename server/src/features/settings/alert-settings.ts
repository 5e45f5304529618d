import { DEFAULT_WATCH } from '@ledgerline/contract/audit/alerts';
import type { WatchSettingsBody } from '@ledgerline/contract/audit/endpoints';
import { auditChanges, changesTo } from '#platform/audit/changes.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;
interface WatchReply {
  success: true;
  data: WatchSettingsBody;
}

/** The security alert settings of owners, and whether a reveal requires a reason (decision 064). */
export async function watchSettings({ db }: Pick<Context, 'db'>): Promise<WatchSettingsBody> {
  const saved = await repository.findWatch(db);
  const { limits, ...night } = saved?.watch ?? DEFAULT_WATCH;
  return {
    ...night,
    // An alert added later uses its default limit until owners choose one.
    limits: { ...DEFAULT_WATCH.limits, ...limits },
    asks_reveal_reason: saved?.asks_reveal_reason ?? false,
  };
}

export async function getWatchSettings(ctx: Ctx): Promise<WatchReply> {
  return { success: true, data: await watchSettings(ctx) };
}

export async function updateWatchSettings(ctx: Ctx, body: WatchSettingsBody): Promise<WatchReply> {
  const before = await watchSettings(ctx);
  const { asks_reveal_reason, ...watch } = body;
  const by = { updated_by: ctx.actor.id, updated_at: ctx.deps.clock.now() };
  await repository.saveWatch(ctx.db, { watch, asks_reveal_reason, ...by });
  await auditChanges(ctx, 'global_settings', flat(before), changesTo(flat(before), flat(body)));
  return { success: true, data: body };
}

/** One audit row for each limit. */
const flat = ({ limits, ...others }: WatchSettingsBody): Record<string, unknown> => ({
  ...limits,
  ...others,
});

/** What the audit log records with a reveal; if owners require a reason, nothing is revealed without one. */
export async function revealReason(
  ctx: Pick<Context, 'db'>,
  reason: string | undefined,
): Promise<{ new_value?: string }> {
  if (reason) return { new_value: reason };
  if ((await watchSettings(ctx)).asks_reveal_reason) throw new AppError('reason_needed');
  return {};
}
