import type { BodyOf, QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/notices/endpoints';
import { firstChoice, NOTICE_KIND_NAMES } from '@ledgerline/contract/notices/kinds';
import type { AgentActor, Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import * as listing from './listing.ts';
import { mayBeToldOf } from './policy.ts';
import { toNotice } from './presenter.ts';
import * as repository from './repository.ts';
import { announceTo } from './tell-agents.ts';

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
  await repository.keepChoices(ctx.db, ctx.actor.id, [...last.values()]);
  return getNoticeChoices(ctx);
}

/** How many notices wait for the digests of the next morning. */
export function countForDigests(db: Database): Promise<number> {
  return listing.countWaiting(db);
}
