import { actionOf, type BulkActions, type Ctx, type Outcome } from '../bulk-action.ts';
import { togetherOrAlone } from '../one-by-one.ts';
import { runnableAction } from '../presenter.ts';
import * as repository from '../repository.ts';
import { missingReasons } from '../selected-records.ts';
import { operationName, publishOperationEvent } from '../service.ts';
import { emailsAllowed } from './email-pace.ts';
import { finish } from './finish.ts';
import type { Prepared } from './prepare-batch.ts';
import { MAX_WAIT_MS, secondsToNextAttempt, waitingSince } from './rules.ts';

const NOT_ACCEPTED = `The payment provider accepted no invoice for ${MAX_WAIT_MS / 3_600_000} hours. This one was not sent`;

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
  // Another job may have processed what was prepared.
  const items = await repository.pendingItems(ctx.db, id, limit, prepared && [...prepared.records.keys()]);
  if (items.length === 0) {
    if ((await repository.pendingItems(ctx.db, id, 1)).length > 0) return pause(ctx, row, limit, prepared);
    await finish(ctx, row, action);
    return 'done';
  }
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

/** No record can be processed now. */
async function pause(
  ctx: Ctx,
  row: repository.OperationRow,
  limit: number,
  prepared: Prepared | undefined,
): Promise<BatchState> {
  if (prepared?.isWaiting) return waitForProvider(ctx, row);
  if (limit > 0) return 'more';
  await repository.changeOperation(ctx.db, row.id, {}, ctx.deps.clock.now());
  return { waitSeconds: PACE_SECONDS };
}

/** No record could be prepared: the action tries again later, and rejects what is left when it has waited long enough. */
async function waitForProvider(ctx: Ctx, row: repository.OperationRow): Promise<BatchState> {
  const now = ctx.deps.clock.now();
  const since = waitingSince(row, now);
  const waitSeconds = secondsToNextAttempt(since, now);
  if (waitSeconds === null) {
    await repository.endPending(ctx.db, row.id, { state: 'rejected', reason: NOT_ACCEPTED });
    return 'more';
  }
  await repository.changeOperation(ctx.db, row.id, { waiting_since: since }, now);
  if (row.waiting_since !== since) await publishOperationEvent(ctx.db, row);
  return { waitSeconds };
}
