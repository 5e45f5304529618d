import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { claimAttempt } from '#platform/rate-limit/growing-delay.ts';
import { clearLimit } from '#platform/rate-limit/rate-limit.ts';

const keyOf = (agentId: number) => `factor:${agentId}`;

/**
 * Counts a guess at what proves an agent, before it is looked at and outside any transaction: after ten in a row each has
 * to wait twice as long as the one before (decision 029). Only who has the password, or a token, comes as far as this, so
 * no stranger can make the agent wait.
 */
export async function countGuess(ctx: Context, agentId: number): Promise<void> {
  const wait = await claimAttempt(ctx.db, keyOf(agentId), ctx.deps.clock.now());
  if (wait > 0) throw new AppError('too_many_requests', { details: { retryAfterSeconds: wait } });
}

/** It was he: what was guessed before counts no more. */
export async function forgetGuesses(db: Database, agentId: number): Promise<void> {
  await clearLimit(db, keyOf(agentId));
}
