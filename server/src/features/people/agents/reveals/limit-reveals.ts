import { REVEALS_WITHOUT_REAUTHENTICATION } from '@ledgerline/contract/rules';
import { revealLimitEmail } from '#features/email-templates/reveal-limit-email.ts';
import { writeBounded } from '#platform/audit/bounded.ts';
import { assertRecentlyReauthenticated } from '#platform/auth/reauthentication.ts';
import { type AgentActor, brokerageDay, type Context } from '#platform/context.ts';
import { queueEmail } from '#platform/email/queue.ts';
import { AppError } from '#platform/errors.ts';
import { emailsOfOwners } from '../queries.ts';
import { findAgent } from '../repository.ts';
import * as repository from './repository.ts';
import { secondsLeft } from './rules.ts';

type Ctx = Context<AgentActor>;

const limitEvent = (ctx: Ctx) =>
  ({ action: 'reveal_refused', entity: 'agent', entity_id: ctx.actor.id }) as const;

/**
 * Runs before the reveal's transaction, so that a rejection stays in the audit log. Many reveals in a day
 * require re-authentication (decision 058).
 */
export async function assertRevealsWithinLimit(ctx: Ctx): Promise<void> {
  const count = await repository.revealsOf(ctx.db, ctx.actor.id, brokerageDay(ctx.deps));
  if (count >= REVEALS_WITHOUT_REAUTHENTICATION) assertRecentlyReauthenticated(ctx.deps, ctx.actor);
  if (count < ctx.deps.config.REVEALS_PER_DAY) return;
  await writeBounded(ctx, limitEvent(ctx));
  throw overLimit(ctx);
}

/**
 * Counts a reveal within its transaction, across clients and submissions. The one that reaches the daily
 * limit notifies the owners, once.
 */
export async function consumeReveal(ctx: Ctx): Promise<void> {
  const { actor, db, deps } = ctx;
  const max = deps.config.REVEALS_PER_DAY;
  const day = brokerageDay(ctx.deps);
  const count = await repository.countReveal(db, { agentId: actor.id, day, max, now: deps.clock.now() });
  if (count === null) {
    // Concurrent reveals used up the limit; anything written in this transaction is rolled back.
    await db.afterTransaction((_, pool) => writeBounded({ ...ctx, db: pool }, limitEvent(ctx)));
    throw overLimit(ctx);
  }
  if (count === max) await notifyOwners(ctx, day, max);
}

/** The sentences on the System Status page. */
export async function revealMessages(ctx: Context): Promise<string[]> {
  const max = ctx.deps.config.REVEALS_PER_DAY;
  const names = await repository.namesAtLimit(ctx.db, brokerageDay(ctx.deps), max);
  return names.map((name) => `${name} reached today’s limit of ${max} reveals.`);
}

function overLimit(ctx: Ctx): AppError {
  const max = ctx.deps.config.REVEALS_PER_DAY;
  return new AppError('too_many_requests', {
    message: `You have reached the limit of ${max} reveals for today. Please ask an owner.`,
    details: {
      retryAfterSeconds: secondsLeft(ctx.deps.clock.now(), (instant) => brokerageDay(ctx.deps, instant)),
    },
  });
}

async function notifyOwners(ctx: Ctx, day: string, max: number): Promise<void> {
  const { actor, deps } = ctx;
  const agent = await findAgent(ctx.db, actor.id);
  const input = { brokerage: deps.config.BRAND, name: actor.name, username: agent?.username ?? '', max, day };
  const email = revealLimitEmail(input);
  for (const to of await emailsOfOwners(ctx.db)) {
    await queueEmail(ctx, { ...email, kind: 'reveal_limit', to, language: 'en' });
  }
}
