import type { BodyOf } from '@ledgerline/contract/endpoint';
import type * as endpoints from '@ledgerline/contract/today/endpoints';
import { withdrawAssigned } from '#features/people/notifications/withdraw-assigned.ts';
import { lockTask, updateTask } from '#features/records/tasks/service.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { changedSince } from '#platform/errors.ts';
import * as repository from './repository.ts';
import { DISMISSED_UNTIL } from './rules.ts';
import { assertAssignable, assertItemExists, assignedItem, recordChange, stampOf } from './snooze.ts';

type Ctx = Context<AgentActor>;
type Done = Promise<{ success: true; message: string }>;

// An undo reverts the caller's own action in its exact state, or nothing.

export async function wakeItem(ctx: Ctx, { until, ...seen }: BodyOf<typeof endpoints.wakeItem>): Done {
  await assertItemExists(ctx, seen);
  const hidden = until === null ? DISMISSED_UNTIL : until;
  const isUndone = await repository.undoHidden(ctx.db, seen, hidden, stampOf(ctx));
  if (!isUndone) throw changedSince();
  await recordChange(ctx, seen, { hidden_until: null });
  return { success: true, message: 'Back on Today.' };
}

export async function undoReassignItem(
  ctx: Ctx,
  { owner_agent_id: assigned, previous, ...seen }: BodyOf<typeof endpoints.undoReassignItem>,
): Done {
  const { client_id } = await assertItemExists(ctx, seen);
  const owner = previous?.owner_agent_id ?? null;
  if (seen.kind === 'task') {
    const task = await lockTask(ctx, seen.id);
    if (task.owner_agent_id !== assigned) throw changedSince();
    await updateTask(ctx, seen.id, { owner_agent_id: owner });
    return { success: true, message: 'Reassignment undone.' };
  }
  await assertAssignable(ctx, owner, client_id);
  const isUndone = await repository.undoOwner(ctx.db, seen, { assigned, previous }, stampOf(ctx));
  if (!isUndone) throw changedSince();
  if (assigned !== owner) await withdrawAssigned(ctx, assigned, assignedItem(seen));
  await recordChange(ctx, seen, { owner_agent_id: owner });
  return { success: true, message: 'Reassignment undone.' };
}
