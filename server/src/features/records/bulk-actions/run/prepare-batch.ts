import { actionOf, type BulkActions, type Ctx } from '../bulk-action.ts';
import { failureReason } from '../one-by-one.ts';
import { runnableAction } from '../presenter.ts';
import * as repository from '../repository.ts';
import { emailsAllowed } from './email-pace.ts';

/** One pass through the pending records of an action. A service that is unavailable is not called again in it. */
export interface Pass {
  /** The records that follow. */
  records: number[];
  unavailable: Set<string>;
}

export const newPass = (): Pass => ({ records: [], unavailable: new Set() });

export interface Prepared {
  /** Records that were prepared, or why that failed. */
  records: ReadonlyMap<number, string | null>;
  /** Whether the pass ended, and the services of all other records are unavailable. */
  isWaiting: boolean;
}

/**
 * Prepares the next records of an action that calls other services, before the transaction of their batch. A server that stops in
 * between leaves them pending, and they are prepared again. Undefined for other actions.
 */
export async function prepareBatch(
  ctx: Ctx,
  actions: BulkActions,
  id: number,
  pass: Pass,
): Promise<Prepared | undefined> {
  const { database } = ctx.deps;
  const row = await repository.findOperation(database, id);
  if (row?.state !== 'running') return undefined;
  const { prepare, batchSize, isEmail } = actionOf(actions, runnableAction(ctx.deps, row));
  if (!prepare) return undefined;
  const allowed = isEmail ? await database.transaction((db) => emailsAllowed({ ...ctx, db })) : batchSize;
  const records = new Map<number, string | null>();
  if (pass.records.length === 0 && pass.unavailable.size === 0)
    pass.records = await repository.pendingRecords(database, id);
  while (pass.records.length > 0 && records.size < Math.min(batchSize, allowed)) {
    const record = pass.records.shift() ?? 0;
    // It may have been stopped since.
    if ((await repository.pendingItems(database, id, 1, [record])).length === 0) continue;
    try {
      const state = await prepare({ ...ctx, db: database }, record, pass.unavailable);
      if (state === 'ready') records.set(record, null);
      if (state === 'unavailable')
        await repository.postponeRecord(database, id, record, ctx.deps.clock.now());
    } catch (error) {
      records.set(record, failureReason(ctx, error));
    }
  }
  const isOver = pass.records.length === 0 && pass.unavailable.size > 0;
  return { records, isWaiting: isOver && records.size === 0 };
}
