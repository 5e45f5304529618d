import type { BodyOf, QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/notifications/endpoints';
import type { NoticeChoice } from '@ledgerline/contract/notifications/endpoints';
import { firstChoice, NOTICE_KIND_NAMES, OWNERS_KINDS } from '@ledgerline/contract/notifications/kinds';
import { lockOwners } from '#features/people/agents/find-agents.ts';
import { auditAct } from '#platform/audit/audit.ts';
import { refuseUnproved } from '#platform/auth/reauthentication.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import * as listing from './queries.ts';
import { mayBeToldOf } from './policy.ts';
import { toNotice } from './presenter.ts';
import * as repository from './repository.ts';
import { announceTo } from './notify-agents.ts';

type Ctx = Context<AgentActor>;
type Choices = ReplyOf<typeof endpoints.getNoticeChoices>;

export async function countNotices(ctx: Ctx): Promise<ReplyOf<typeof endpoints.countNotices>> {
  return { success: true, unread: await listing.countUnread(ctx.db, ctx.actor.id) };
}

/** One's own, and nobody else's. */
export async function listNotices(
  ctx: Ctx,
  { before, limit }: QueryOf<typeof endpoints.listNotices>,
): Promise<ReplyOf<typeof endpoints.listNotices>> {
  const rows = await listing.listOf(ctx.db, ctx.actor.id, { before, limit: limit + 1 });
  return { success: true, data: rows.slice(0, limit).map(toNotice), has_more: rows.length > limit };
}

export async function readNotice(ctx: Ctx, id: number): Promise<ReplyOf<typeof endpoints.readNotice>> {
  if (!(await listing.isOf(ctx.db, ctx.actor.id, id))) {
    throw new AppError('not_found', { message: 'Notice not found.' });
  }
  return markRead(ctx, { id });
}

export function readNotices(
  ctx: Ctx,
  { up_to }: BodyOf<typeof endpoints.readNotices>,
): Promise<ReplyOf<typeof endpoints.readNotices>> {
  return markRead(ctx, { up_to });
}

/** The agent's other windows hear of it. */
async function markRead(ctx: Ctx, which: { id: number } | { up_to: number }): Promise<{ success: true }> {
  const read = await repository.markRead(ctx.db, ctx.actor.id, which, ctx.deps.clock.now());
  if (read.length > 0) await announceTo(ctx, [ctx.actor.id]);
  return { success: true };
}

export async function getNoticeChoices(ctx: Ctx): Promise<Choices> {
  const chosen = await listing.choicesOf(ctx.db, ctx.actor.id);
  const data = NOTICE_KIND_NAMES.filter((kind) => mayBeToldOf(ctx.actor, kind)).map(
    (kind) => chosen.find((choice) => choice.kind === kind) ?? firstChoice(kind),
  );
  return { success: true, data };
}

/** From the next notice on: what came before stays as it was chosen then. */
export async function updateNoticeChoices(
  ctx: Ctx,
  { choices }: BodyOf<typeof endpoints.updateNoticeChoices>,
): Promise<Choices> {
  const last = new Map(choices.map((choice) => [choice.kind, choice]));
  for (const choice of last.values()) await assertMayChoose(ctx, choice);
  await repository.keepChoices(ctx.db, ctx.actor.id, [...last.values()]);
  return getNoticeChoices(ctx);
}

/**
 * Less of a security alert needs re-authentication and is in the audit log. One owner at least keeps receiving it: owners who
 * turn it off at the same moment wait for each other.
 */
async function assertMayChoose(ctx: Ctx, choice: NoticeChoice): Promise<void> {
  if (!OWNERS_KINDS.has(choice.kind) || !mayBeToldOf(ctx.actor, choice.kind)) return;
  const owners = await lockOwners(ctx.db);
  const before = await listing.choicesOfAgents(ctx.db, owners, choice.kind);
  const own = before.get(ctx.actor.id) ?? firstChoice(choice.kind);
  if (own.in_app === choice.in_app && own.mail === choice.mail) return;
  if (isLess(choice, own)) refuseUnproved(ctx.deps, ctx.actor);
  const others = owners.filter((id) => id !== ctx.actor.id);
  const isReceived = [choice, ...others.map((id) => before.get(id) ?? firstChoice(choice.kind))].some(
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
  await auditAct(ctx, 'updated', 'agent', ctx.actor.id, { field: 'security_alerts', ...values });
}

const receives = ({ in_app, mail }: Pick<NoticeChoice, 'in_app' | 'mail'>) => in_app || mail !== 'off';
const isLess = (one: Pick<NoticeChoice, 'in_app' | 'mail'>, other: Pick<NoticeChoice, 'in_app' | 'mail'>) =>
  (other.in_app && !one.in_app) || (other.mail !== one.mail && one.mail !== 'at_once');

/** How many notices wait for the digests of the next morning. */
export function countForDigests(db: Database): Promise<number> {
  return listing.countWaiting(db);
}
