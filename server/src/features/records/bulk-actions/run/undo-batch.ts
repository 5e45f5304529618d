import { missingReasons } from '#features/records/clients/selecting/select-clients.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { restoreValues } from '../actions/set-field.ts';
import { actionOf, type BulkAction, type BulkActions, type Ctx } from '../bulk-action.ts';
import { togetherOrAlone } from '../one-by-one.ts';
import { runnableAction, storedAction } from '../presenter.ts';
import * as repository from '../repository.ts';
import { operationName } from '../service.ts';
import type { BatchState } from './run-batch.ts';

/** Records undone per transaction. */
const BATCH_SIZE = 100;

const MERGED = 'The client was later merged with another one and was not changed';

/** Undoes the last records that are not undone yet, and records it. */
export async function undoBatch(ctx: Ctx, actions: BulkActions, id: number): Promise<BatchState> {
  const row = await repository.lockOperation(ctx.db, id);
  if (row?.state !== 'undoing') return 'done';
  const items = await repository.undoableItems(ctx.db, id, BATCH_SIZE);
  const now = ctx.deps.clock.now();
  if (items.length === 0) {
    await repository.changeOperation(ctx.db, id, { state: 'undone', undone_at: now }, now);
    const { kind, undone, kept } = row;
    await auditAction(ctx, 'bulk_undone', 'operation', id, { new_value: { kind, undone, kept } });
    return 'done';
  }
  const { undo, done } = undoOf(ctx, actions, row);
  // The values before the action are those of the client that was changed.
  const own = items.filter(({ client_id, record_id }) => client_id === record_id);
  const byRecord = new Map(own.map((item) => [item.record_id, item]));
  const undoSome = async (ids: readonly number[]) => {
    const some = ids.flatMap((one) => byRecord.get(one) ?? []);
    return (await undo?.(ctx, some, { done, undone: `${done}:undo` })) ?? new Map<number, string | null>();
  };
  const kept = await togetherOrAlone<string | null>(ctx, [...byRecord.keys()], undoSome, (reason) => reason);
  const missing = await missingReasons(
    ctx,
    own.map(({ record_id }) => record_id).filter((one) => !kept.has(one)),
  );
  const outcomes = items.map(({ id: item, record_id, client_id }) => {
    const reason = client_id === record_id ? (kept.get(record_id) ?? missing.get(record_id)) : MERGED;
    return { id: item, undo: reason ? ('kept' as const) : ('undone' as const), reason: reason ?? '' };
  });
  await repository.saveUndone(ctx.db, id, outcomes, now);
  return 'more';
}

/** How an operation is undone, and its name in the audit log. */
function undoOf(
  ctx: Ctx,
  actions: BulkActions,
  row: repository.OperationRow,
): { undo: BulkAction['undo']; done: string } {
  const action = storedAction(ctx.deps, row);
  if ('operation' in action.params) return { undo: restoreValues, done: action.params.operation };
  return { undo: actionOf(actions, runnableAction(ctx.deps, row)).undo, done: operationName(row.id) };
}
