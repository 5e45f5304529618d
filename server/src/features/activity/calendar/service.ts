import { randomBytes } from 'node:crypto';
import type * as endpoints from '@ledgerline/contract/calendar/endpoints';
import type { CalendarFeed } from '@ledgerline/contract/calendar/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { addressProblem } from '#features/email-templates/address-problems.ts';
import { calendarFeedEmail } from '#features/email-templates/email-change-emails.ts';
import { findAgentById } from '#features/people/agents/manage-agents.ts';
import { hasCalendarNames } from '#features/settings/service.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context, Deps } from '#platform/context.ts';
import { queueEmail } from '#platform/email/queue.ts';
import { AppError } from '#platform/errors.ts';
import { absoluteUrl } from '#platform/public-address.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;

/** As many as the key of a secure link. */
const TOKEN_BYTES = 24;

/** Only for the agent's own feed: no one creates, reads or revokes the feed of another agent. */
export async function getCalendarFeed(ctx: Ctx): Promise<ReplyOf<typeof endpoints.getCalendarFeed>> {
  const row = await queries.findFeed(ctx.db, ctx.actor.id);
  return {
    success: true,
    feed: row ? toCalendarFeed(row) : null,
    has_calendar_names: await hasCalendarNames(ctx),
  };
}

/** The URL is returned here and never again: only the hash of its token is stored. */
export async function createCalendarFeed(ctx: Ctx): Promise<ReplyOf<typeof endpoints.createCalendarFeed>> {
  const { id } = ctx.actor;
  const before = await queries.findFeed(ctx.db, id);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const row = await repository.saveFeed(ctx.db, {
    agent_id: id,
    token_fingerprint: fingerprintOf(ctx.deps, token),
    created_at: ctx.deps.clock.now(),
  });
  await auditAction(ctx, before ? 'replaced' : 'created', 'calendar_feed', id);
  await notifyCreated(ctx);
  return { success: true, feed: toCalendarFeed(row), url: absoluteUrl(ctx, `/api/calendar/${token}.ics`) };
}

export async function deleteCalendarFeed(ctx: Ctx): Promise<ReplyOf<typeof endpoints.deleteCalendarFeed>> {
  const { id } = ctx.actor;
  if (!(await repository.removeFeed(ctx.db, id))) {
    throw new AppError('not_found', { message: 'There is no calendar link.' });
  }
  await auditAction(ctx, 'deleted', 'calendar_feed', id);
  return { success: true, message: 'The calendar link no longer works.' };
}

/** The URL requires no sign-in, so the agent is notified of it wherever it was created. */
async function notifyCreated(ctx: Ctx): Promise<void> {
  const agent = await findAgentById(ctx.db, ctx.actor.id);
  if (!agent || addressProblem(agent.email) !== null) return;
  const { clock, config } = ctx.deps;
  const email = calendarFeedEmail({
    brokerage: config.BRAND,
    username: agent.username,
    address: ctx.address,
    at: clock.now(),
    timeZone: config.TIME_ZONE,
    url: absoluteUrl(ctx, `/crm/agents/${agent.id}`),
  });
  await queueEmail(ctx, { ...email, kind: 'calendar_feed', to: agent.email, language: 'en' });
}

/** The hash by which a feed is found; the database alone does not reveal the URL. */
export function fingerprintOf({ tokens }: Pick<Deps, 'tokens'>, token: string): string {
  return tokens.fingerprint(`calendar feed ${token}`);
}

function toCalendarFeed({ created_at, last_fetched_at }: repository.FeedRow): CalendarFeed {
  return { created_at: created_at.toISOString(), last_fetched_at: last_fetched_at?.toISOString() ?? null };
}
