import { actionOf, type BulkActions, type Ctx, type Outcome } from '../bulk-action.ts';
import { togetherOrAlone } from '../one-by-one.ts';
import { runnableAction } from '../presenter.ts';
import * as repository from '../repository.ts';
import { missingReasons } from '../selected-records.ts';
import { operationName } from '../service.ts';
import { emailsAllowed } from './email-pace.ts';
import { finish } from './finish.ts';
import type { Prepared } from './prepare-batch.ts';

export type BatchState = 'more' | 'wait' | 'done';

/**
 * Processes the next records and stores their outcomes in one transaction, so that a repeated job resumes where the last one
 * stopped and processes none twice. `wait`: the pace allows no email at the moment.
 */
export async function runBatch(
  ctx: Ctx,
  actions: BulkActions,
  id: number,
  prepared?: Prepared,
): Promise<BatchState> {
  const unlocked = await repository.findOperation(ctx.db, id);
  if (unlocked?.state !== 'running') return 'done';
  const action = actionOf(actions, runnableAction(ctx.deps, unlocked));
  const limit = action.isEmail ? Math.min(action.batchSize, await emailsAllowed(ctx)) : action.batchSize;
  const row = await repository.lockOperation(ctx.db, id);
  if (row?.state !== 'running') return 'done';
  const pending = await repository.pendingItems(ctx.db, id, Math.max(limit, 1));
  if (pending.length === 0) {
    await finish(ctx, row, action);
    return 'done';
  }
  if (limit === 0) {
    await repository.changeOperation(ctx.db, id, {}, ctx.deps.clock.now());
    return 'wait';
  }
  // Another job may have processed what was prepared.
  const items = prepared ? pending.filter(({ record_id }) => prepared.has(record_id)) : pending;
  const failed = new Map(
    items.flatMap(({ record_id }) => {
      const reason = prepared?.get(record_id);
      return reason ? [[record_id, { state: 'rejected', reason } satisfies Outcome]] : [];
    }),
  );
  const ids = items.map(({ record_id }) => record_id).filter((one) => !failed.has(one));
  const run = (some: readonly number[]) => action.run(ctx, some, operationName(id));
  const outcomes = await togetherOrAlone<Outcome>(ctx, ids, run, (reason) => ({ state: 'rejected', reason }));
  const missing = await missingReasons(
    ctx,
    action,
    ids.filter((one) => !outcomes.has(one)),
  );
  const done = items.map(({ id: item, record_id }) => {
    const gone = { state: 'rejected', reason: missing.get(record_id) } as const;
    const { state, reason = '', result }: Outcome = outcomes.get(record_id) ?? failed.get(record_id) ?? gone;
    return { id: item, state, reason, result: result ?? null };
  });
  await repository.saveOutcomes(ctx.db, id, done, ctx.deps.clock.now());
  return 'more';
}
