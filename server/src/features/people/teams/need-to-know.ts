import type { BodyOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/teams/endpoints';
import { writeAudit } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { publishLiveEvent } from '#platform/live.ts';
import { findNeedToKnow } from './queries.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;

export async function getNeedToKnow(ctx: Ctx): Promise<ReplyOf<typeof endpoints.getNeedToKnow>> {
  const sees = await findNeedToKnow(ctx.db);
  return { success: true, data: { sees, i_see: ctx.actor.accessScope === undefined ? 'all' : sees } };
}

/**
 * Applies from each agent's next request on: the setting is read together with the sign-in, and the team
 * afterwards.
 */
export async function updateNeedToKnow(
  ctx: Ctx,
  { sees }: BodyOf<typeof endpoints.updateNeedToKnow>,
): Promise<{ success: true }> {
  const before = await findNeedToKnow(ctx.db);
  if (before === sees) return { success: true };
  await repository.saveNeedToKnow(ctx.db, { sees, now: ctx.deps.clock.now() });
  const change = { field: 'sees', old_value: before, new_value: sees };
  await writeAudit(ctx, [{ action: 'updated', entity: 'need_to_know', ...change }]);
  await publishLiveEvent(ctx, { kind: 'access_scope', action: 'updated' });
  return { success: true };
}
