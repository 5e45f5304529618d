import type { Context } from '#platform/context.ts';
import { withAccessScope } from '#platform/database/work.ts';
import { announceTo } from './notify-agents.ts';
import * as repository from './repository.ts';

/**
 * Marks the notifications of an assignment as read that an agent has not read and that no longer holds: it was undone, or the
 * work was assigned to another agent. Ignores the access scope, because the caller may no longer see the client.
 */
export async function withdrawAssigned(
  ctx: Context,
  agentId: number | null,
  which: repository.Withdrawn,
): Promise<void> {
  if (agentId === null) return;
  const now = ctx.deps.clock.now();
  const count = await withAccessScope(undefined, () => repository.withdraw(ctx.db, agentId, which, now));
  if (count > 0) await announceTo(ctx, [agentId]);
}
