import type { Context } from '#platform/context.ts';
import { countHit, releaseRateLimit } from '#platform/rate-limit/rate-limit.ts';

/** Longer than anything that works once stays valid: three steps of a code, the minutes of a ticket. */
const RETENTION_SECONDS = 900;

/**
 * Whether something is used for the first time: a code of an app, the challenge of a passkey. The second of
 * two concurrent uses waits for the first and is rejected. Counted in the caller's transaction: if that rolls
 * back, it counts as unused.
 */
export async function isFirstUse(ctx: Context, what: string): Promise<boolean> {
  const { hits } = await countHit(ctx.db, `spent:${what}`, RETENTION_SECONDS, ctx.deps.clock.now());
  return hits === 1;
}

/** The attempt failed through no fault of the agent, so it may be used again. */
export function revokeUse(ctx: Context, what: string): Promise<void> {
  return releaseRateLimit(ctx.db, `spent:${what}`);
}
