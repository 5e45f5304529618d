import type { BodyOf, QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/notifications/endpoints';
import type { NotificationChoice } from '@ledgerline/contract/notifications/endpoints';
import {
  defaultChoice,
  NOTIFICATION_KIND_NAMES,
  OWNERS_KINDS,
} from '@ledgerline/contract/notifications/kinds';
import { lockOwners } from '#features/people/agents/find-agents.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { assertRecentlyReauthenticated } from '#platform/auth/reauthentication.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { announceTo } from './notify-agents.ts';
import { mayBeNotifiedOf } from './policy.ts';
import { toNotification } from './presenter.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;
type Choices = ReplyOf<typeof endpoints.getNotificationChoices>;

export async function countNotifications(ctx: Ctx): Promise<ReplyOf<typeof endpoints.countNotifications>> {
  return { success: true, unread: await queries.countUnread(ctx.db, ctx.actor.id) };
}

/** Lists the agent's own notifications only. */
export async function listNotifications(
  ctx: Ctx,
  { before, limit }: QueryOf<typeof endpoints.listNotifications>,
): Promise<ReplyOf<typeof endpoints.listNotifications>> {
  const rows = await queries.listOf(ctx.db, ctx.actor.id, { before, limit: limit + 1 });
  return { success: true, data: rows.slice(0, limit).map(toNotification), has_more: rows.length > limit };
}

export async function readNotification(
  ctx: Ctx,
  id: number,
): Promise<ReplyOf<typeof endpoints.readNotification>> {
  if (!(await queries.isOf(ctx.db, ctx.actor.id, id))) {
    throw new AppError('not_found', { message: 'Notification not found.' });
  }
  return markRead(ctx, { id });
}

export function readNotifications(
  ctx: Ctx,
  { up_to }: BodyOf<typeof endpoints.readNotifications>,
): Promise<ReplyOf<typeof endpoints.readNotifications>> {
  return markRead(ctx, { up_to });
}

/** Updates the agent's other windows. */
async function markRead(ctx: Ctx, which: { id: number } | { up_to: number }): Promise<{ success: true }> {
  const read = await repository.markRead(ctx.db, ctx.actor.id, which, ctx.deps.clock.now());
  if (read.length > 0) await announceTo(ctx, [ctx.actor.id]);
  return { success: true };
}

export async function getNotificationChoices(ctx: Ctx): Promise<Choices> {
  const chosen = await queries.choicesOf(ctx.db, ctx.actor.id);
  const data = NOTIFICATION_KIND_NAMES.filter((kind) => mayBeNotifiedOf(ctx.actor, kind)).map(
    (kind) => chosen.find((choice) => choice.kind === kind) ?? defaultChoice(kind),
  );
  return { success: true, data, pace_minutes: await queries.paceOf(ctx.db, ctx.actor.id) };
}

/** Applies from the next notification on; existing ones keep the preference of their time. */
export async function updateNotificationChoices(
  ctx: Ctx,
  { choices, pace_minutes }: BodyOf<typeof endpoints.updateNotificationChoices>,
): Promise<Choices> {
  const last = new Map(choices.map((choice) => [choice.kind, choice]));
  for (const choice of last.values()) await assertMayChoose(ctx, choice);
  await repository.saveChoices(ctx.db, ctx.actor.id, [...last.values()]);
  if (pace_minutes !== undefined) await repository.savePace(ctx.db, ctx.actor.id, pace_minutes);
  return getNotificationChoices(ctx);
}

/**
 * Reducing a security alert needs re-authentication and is in the audit log. At least one owner keeps
 * receiving it; the lock makes owners who turn it off concurrently wait for each other.
 */
async function assertMayChoose(ctx: Ctx, choice: NotificationChoice): Promise<void> {
  if (!OWNERS_KINDS.has(choice.kind) || !mayBeNotifiedOf(ctx.actor, choice.kind)) return;
  const owners = await lockOwners(ctx.db);
  const before = await queries.choicesOfAgents(ctx.db, owners, choice.kind);
  const own = before.get(ctx.actor.id) ?? defaultChoice(choice.kind);
  if (own.in_app === choice.in_app && own.mail === choice.mail) return;
  if (isLess(choice, own)) assertRecentlyReauthenticated(ctx.deps, ctx.actor);
  const others = owners.filter((id) => id !== ctx.actor.id);
  const isReceived = [choice, ...others.map((id) => before.get(id) ?? defaultChoice(choice.kind))].some(
    receives,
  );
  if (!isReceived)
    throw new AppError('wrong_state', {
      message:
        'You are the only owner who receives security alerts. Ask another owner to turn them on first.',
    });
  const values = {
    old_value: { in_app: own.in_app, mail: own.mail },
    new_value: { in_app: choice.in_app, mail: choice.mail },
  };
  await auditAction(ctx, 'updated', 'agent', ctx.actor.id, { field: 'security_alerts', ...values });
}

const receives = ({ in_app, mail }: Pick<NotificationChoice, 'in_app' | 'mail'>) => in_app || mail !== 'off';
const isLess = (
  one: Pick<NotificationChoice, 'in_app' | 'mail'>,
  other: Pick<NotificationChoice, 'in_app' | 'mail'>,
) => (other.in_app && !one.in_app) || (other.mail !== one.mail && one.mail !== 'at_once');

/** How many notifications wait for the digests of the next morning. */
export function countForDigests(db: Database): Promise<number> {
  return queries.countWaiting(db);
}
