import type { OpenTasks } from '#features/people/agents/find-agents.ts';
import { writeAudit } from '#platform/audit/audit.ts';
import { publishLiveEvent } from '#platform/live.ts';
import * as repository from './repository.ts';

/** Reassigns the open tasks of an agent who leaves, each with an audit log entry. */
export const openTasks: OpenTasks = {
  reassign: async (ctx, from, to) => {
    const ids = await repository.moveOpen(ctx.db, from, to, ctx.deps.clock.now());
    if (ids.length === 0) return;
    const change = { field: 'owner_agent_id', old_value: from, new_value: to };
    await writeAudit(
      ctx,
      ids.map((entity_id) => ({ ...change, action: 'updated', entity: 'task', entity_id })),
      `handed over:${ctx.requestId}`,
    );
    await publishLiveEvent(ctx, { kind: 'tasks', action: 'updated', ids });
  },
};
