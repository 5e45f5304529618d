import { UNDO_DAYS } from '@ledgerline/contract/bulk-actions/endpoints';
import { missingReasons } from '#features/records/clients/selecting/select-clients.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { actionOf, type BulkAction, type BulkActions, type Ctx, type Outcome } from '../bulk-action.ts';
import { failureReason } from '../one-by-one.ts';
import { runnableAction } from '../presenter.ts';
import * as repository from '../repository.ts';
import { operationName } from '../service.ts';
import { emailsAllowed } from './email-pace.ts';

export type BatchState = 'more' | 'wait' | 'done';

/**
 * Processes the next records and stores their outcomes in one transaction, so that a repeated job resumes where the last one
 * stopped and processes none twice. `wait`: the pace of emails allows none at the moment.
 */
export async function runBatch(ctx: Ctx, actions: BulkActions, id: number): Promise<BatchState> {
  const unlocked = await repository.findOperation(ctx.db, id);
  if (unlocked?.state !== 'running') return 'done';
  const action = actionOf(actions, runnableAction(ctx.deps, unlocked));
  const limit = action.isEmail ? Math.min(action.batchSize, await emailsAllowed(ctx)) : action.batchSize;
  const row = await repository.lockOperation(ctx.db, id);
  if (row?.state !== 'running') return 'done';
  const items = await repository.pendingItems(ctx.db, id, Math.max(limit, 1));
  if (items.length === 0) {
    await finish(ctx, row, action);
    return 'done';
  }
  if (limit === 0) {
    await repository.changeOperation(ctx.db, id, {}, ctx.deps.clock.now());
    return 'wait';
  }
  const ids = items.map(({ record_id }) => record_id);
  const outcomes = await outcomesOf(ctx, action, ids, operationName(id));
  const missing = await missingReasons(
    ctx,
    ids.filter((one) => !outcomes.has(one)),
  );
  const done = items.map(({ id: item, record_id }) => {
    const gone = { state: 'rejected', reason: missing.get(record_id) } as const;
    const { state, reason = '', result }: Outcome = outcomes.get(record_id) ?? gone;
    return { id: item, state, reason, result: result ?? null };
  });
  await repository.saveOutcomes(ctx.db, id, done, ctx.deps.clock.now());
  return 'more';
}

/** If a batch fails as a whole, its records are processed one by one, and only those that fail again are rejected. */
async function outcomesOf(
  ctx: Ctx,
  action: BulkAction,
  ids: readonly number[],
  operation: string,
): Promise<Map<number, Outcome>> {
  let outcomes = new Map<number, Outcome>();
  const error = await ctx.db.savepoint(async () => {
    outcomes = await action.run(ctx, ids, operation);
  });
  if (error === null) return outcomes;
  const reason = failureReason(ctx, error);
  if (ids.length === 1) return new Map(ids.map((id) => [id, { state: 'rejected', reason }]));
  const each = new Map<number, Outcome>();
  for (const id of ids)
    for (const [one, outcome] of await outcomesOf(ctx, action, [id], operation)) each.set(one, outcome);
  return each;
}

const DAY_MS = 86_400_000;

async function finish(ctx: Ctx, row: repository.OperationRow, action: BulkAction): Promise<void> {
  const now = ctx.deps.clock.now();
  const undo_until = action.undo ? new Date(now.getTime() + UNDO_DAYS * DAY_MS) : null;
  await repository.changeOperation(ctx.db, row.id, { state: 'done', finished_at: now, undo_until }, now);
  const { kind, total, changed, skipped, rejected } = row;
  const new_value = { kind, total, changed, skipped, rejected };
  await auditAction(ctx, 'bulk_changed', 'operation', row.id, { new_value });
}
