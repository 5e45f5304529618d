import type * as endpoints from '@ledgerline/contract/auth/sign-ins/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { findSignInPolicy } from '#features/people/two-factor/find-methods.ts';
import type { AgentActor, Context, Deps } from '#platform/context.ts';
import { recordActive } from '../repository.ts';

export async function recordActivity(
  ctx: Context<AgentActor>,
): Promise<ReplyOf<typeof endpoints.recordActivity>> {
  await recordActive(ctx.db, ctx.actor.signInId, ctx.deps.clock.now());
  return { success: true, idle_minutes: (await findSignInPolicy(ctx.db)).idle_minutes };
}

/**
 * Records activity reported by a page without a CSRF token; a sign-in that no screen uses still never locks.
 */
export function recordSigningActivity({ database, clock }: Deps, signInId: number): Promise<void> {
  return recordActive(database, signInId, clock.now());
}
