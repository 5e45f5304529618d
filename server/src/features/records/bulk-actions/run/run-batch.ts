import { actionOf, type BulkActions, type Ctx, type Outcome } from '../bulk-action.ts';
import { togetherOrAlone } from '../one-by-one.ts';
import { runnableAction } from '../presenter.ts';
import * as repository from '../repository.ts';
import { missingReasons } from '../selected-records.ts';
import { operationName, publishOperationEvent } from '../service.ts';
import { emailsAllowed } from './email-pace.ts';
import { finish } from './finish.ts';
import type { Prepared } from './prepare-batch.ts';
import { MAX_WAIT_MS, secondsToNextAttempt } from './rules.ts';

const PROVIDER_UNAVAILABLE = `The payment provider was unavailable for ${MAX_WAIT_MS / 3_600_000} hours. Nothing was sent`;

/** `waitSeconds`: nothing can be done before, because of the pace of emails or a provider. */
export type BatchState = 'more' | 'done' | { waitSeconds: number };

/** How often a paced action looks whether it may send more emails. */
const PACE_SECONDS = 2;

/**
 * Processes the next records and stores their outcomes in one transaction, so that a repeated job resumes where the last one
 * stopped and processes none twice.
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
    return { waitSeconds: PACE_SECONDS };
  }
  // Another job may have processed what was prepared.
  const items = prepared ? pending.filter(({ record_id }) => prepared.records.has(record_id)) : pending;
  if (prepared?.isUnavailable && items.length === 0) return waitForProvider(ctx, row);
  const failed = new Map(
    items.flatMap(({ record_id }) => {
      const reason = prepared?.records.get(record_id);
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
  const now = ctx.deps.clock.now();
  await repository.saveOutcomes(ctx.db, id, done, now);
  if (row.waiting_since !== null && done.some(({ state }) => state === 'changed'))
    await repository.changeOperation(ctx.db, id, { waiting_since: null }, now);
  return 'more';
}

/** No record could be prepared: the action tries again later, and rejects what is left when it has waited long enough. */
async function waitForProvider(ctx: Ctx, row: repository.OperationRow): Promise<BatchState> {
  const now = ctx.deps.clock.now();
  const since = row.waiting_since ?? now;
  const waitSeconds = secondsToNextAttempt(since, now);
  if (waitSeconds === null) {
    await repository.endPending(ctx.db, row.id, { state: 'rejected', reason: PROVIDER_UNAVAILABLE });
    return 'more';
  }
  await repository.changeOperation(ctx.db, row.id, { waiting_since: since }, now);
  if (row.waiting_since === null) await publishOperationEvent(ctx.db, row);
  return { waitSeconds };
}
