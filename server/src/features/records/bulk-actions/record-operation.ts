import type { RecordedKind, RecordedParams } from '@ledgerline/contract/bulk-actions/endpoints';
import { undoUntil } from '@ledgerline/contract/rules';
import type { AgentActor, Context } from '#platform/context.ts';
import { encryptParams } from './presenter.ts';
import * as repository from './repository.ts';

interface RecordedEdit {
  kind: RecordedKind;
  /** Names its rows in the audit log, from which the undo reads the values; of this edit only. */
  operation: string;
  changed: readonly { id: number; changes: readonly unknown[] }[];
}

/**
 * Lists an edit of several values among the operations, so that it can be undone later, in the transaction that wrote it
 * (decision 131). Stores no value. A single value is in the history of its client.
 */
export async function recordOperation(
  ctx: Context<AgentActor>,
  { kind, operation, changed }: RecordedEdit,
): Promise<void> {
  const values = changed.reduce((sum, { changes }) => sum + changes.length, 0);
  if (values < 2) return;
  const { db, deps, actor } = ctx;
  const now = deps.clock.now();
  const { id } = await repository.insertOperation(
    db,
    { agent_id: actor.id, agent_name: actor.name, kind },
    now,
  );
  const items = changed.map((one) => ({
    ...{ record_id: one.id, client_id: one.id },
    ...{ state: 'changed' as const, reason: '' },
  }));
  await repository.insertItems(db, id, items);
  const params: RecordedParams = { operation, values };
  const counts = { total: items.length, changed: items.length };
  const changes = { params: encryptParams(deps, id, { params }), state: 'done', ...counts } as const;
  await repository.changeOperation(
    db,
    id,
    { ...changes, started_at: now, finished_at: now, undo_until: undoUntil(now) },
    now,
  );
}
