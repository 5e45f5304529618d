import { DEFAULT_ALERT_SETTINGS } from '@ledgerline/contract/audit/alerts';
import type { AlertSettingsBody } from '@ledgerline/contract/audit/endpoints';
import { auditChanges, changesTo } from '#platform/audit/changes.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;
interface AlertSettingsReply {
  success: true;
  data: AlertSettingsBody;
}

/** The security alert settings of owners, and whether a reveal requires a reason (decision 064). */
export async function alertSettings({ db }: Pick<Context, 'db'>): Promise<AlertSettingsBody> {
  const saved = await repository.findAlertSettings(db);
  const { limits, ...night } = saved?.watch ?? DEFAULT_ALERT_SETTINGS;
  return {
    ...night,
    // An alert added later uses its default limit until owners choose one.
    limits: { ...DEFAULT_ALERT_SETTINGS.limits, ...limits },
    asks_reveal_reason: saved?.asks_reveal_reason ?? false,
  };
}

export async function getAlertSettings(ctx: Ctx): Promise<AlertSettingsReply> {
  return { success: true, data: await alertSettings(ctx) };
}

export async function updateAlertSettings(ctx: Ctx, body: AlertSettingsBody): Promise<AlertSettingsReply> {
  const before = await alertSettings(ctx);
  const { asks_reveal_reason, ...watch } = body;
  const by = { updated_by: ctx.actor.id, updated_at: ctx.deps.clock.now() };
  await repository.saveAlertSettings(ctx.db, { watch, asks_reveal_reason, ...by });
  await auditChanges(ctx, 'global_settings', flat(before), changesTo(flat(before), flat(body)));
  return { success: true, data: body };
}

/** One audit row for each limit. */
const flat = ({ limits, ...others }: AlertSettingsBody): Record<string, unknown> => ({
  ...limits,
  ...others,
});

/** What the audit log records with a reveal; if owners require a reason, nothing is revealed without one. */
export async function revealReason(
  ctx: Pick<Context, 'db'>,
  reason: string | undefined,
): Promise<{ new_value?: string }> {
  if (reason) return { new_value: reason };
  if ((await alertSettings(ctx)).asks_reveal_reason) throw new AppError('reason_needed');
  return {};
}
