import { notifyAboutClient } from '#features/records/clients/owners/notify-owner.ts';
import { auditChanges } from '#platform/audit/changes.ts';
import { type Context, type Deps, systemContext } from '#platform/context.ts';
import { publishLiveEvent } from '#platform/live.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';

const BATCH_SIZE = 200;

/**
 * Reassigns an open task of an agent who can no longer see its client to the client's owner, because the
 * agent would never find it again (decision 071). Applies after reassigned clients, changed teams and a
 * narrower access setting.
 */
export async function reassignToViewers(deps: Deps): Promise<void> {
  for (;;) {
    const found = await queries.listUnseen(deps.database, BATCH_SIZE);
    for (const task of found)
      await deps.database.transaction((db) => reassignTask(systemContext(deps, db, 'tasks unseen'), task));
    if (found.length < BATCH_SIZE) return;
  }
}

async function reassignTask(
  ctx: Context,
  { id, client_owner_agent_id: to }: { id: number; client_owner_agent_id: number },
): Promise<void> {
  const row = await repository.lockTask(ctx.db, id);
  if (!row || row.done_at || row.owner_agent_id === to) return;
  const at = ctx.deps.clock.now();
  await repository.changeTask(ctx.db, id, { owner_agent_id: to, updated_at: at });
  await auditChanges(ctx, 'task', row, { owner_agent_id: to });
  const notification = { kind: 'task_handed', about: row.title, to, task_id: id } as const;
  await notifyAboutClient(ctx, row.client_id, { ...notification, event: `${id}:${at.toISOString()}` });
  await publishLiveEvent(ctx, { kind: 'tasks', action: 'updated', ids: [id] });
}
