import type { Context } from '#platform/context.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { claimAttempt } from '#platform/rate-limit/growing-delay.ts';
import { clearLimit } from '#platform/rate-limit/rate-limit.ts';

const keyOf = (agentId: number) => `factor:${agentId}`;

/**
 * Counts an attempt before it is checked and outside any transaction: after ten in a row the delay doubles
 * each time (decision 029). An attempt requires the password or a token first, so strangers cannot delay an
 * agent.
 */
export async function countGuess(ctx: Context, agentId: number): Promise<void> {
  const wait = await claimAttempt(ctx.db, keyOf(agentId), ctx.deps.clock.now());
  if (wait > 0) throw new AppError('too_many_requests', { details: { retryAfterSeconds: wait } });
}

/** The attempt succeeded: earlier ones no longer count. */
export async function clearFailedCodes(db: Database, agentId: number): Promise<void> {
  await clearLimit(db, keyOf(agentId));
}
