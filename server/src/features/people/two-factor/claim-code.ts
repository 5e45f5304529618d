import type { Context } from '#platform/context.ts';
import { countHit, releaseRateLimit } from '#platform/rate-limit/rate-limit.ts';

/** Longer than anything that is taken once could be taken again: the codes of three steps, the minutes of a ticket. */
const RETENTION_SECONDS = 900;

/**
 * Whether something is used for the first time: a code of an app, the challenge of a passkey. Of two who use it at once the
 * second waits for the first and is refused. Counted in the caller's transaction: rolled back, it was not used.
 */
export async function isFirstUse(ctx: Context, what: string): Promise<boolean> {
  const { hits } = await countHit(ctx.db, `spent:${what}`, RETENTION_SECONDS, ctx.deps.clock.now());
  return hits === 1;
}

/** It came to nothing, through nobody's fault: it may be used once more. */
export function revokeUse(ctx: Context, what: string): Promise<void> {
  return releaseRateLimit(ctx.db, `spent:${what}`);
}
