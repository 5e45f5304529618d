import { actionOf, type BulkActions, type Ctx } from '../bulk-action.ts';
import { failureReason } from '../one-by-one.ts';
import { runnableAction } from '../presenter.ts';
import * as repository from '../repository.ts';
import { emailsAllowed } from './email-pace.ts';

export interface Prepared {
  /** Records that were prepared, or why that failed. */
  records: ReadonlyMap<number, string | null>;
  /** Whether other records could not be prepared because their service is unavailable. */
  isUnavailable: boolean;
}

/**
 * Prepares the next records of an action that calls other services, before the transaction of their batch. A server that stops in
 * between leaves them pending, and they are prepared again. Undefined for other actions.
 */
export async function prepareBatch(
  ctx: Ctx,
  actions: BulkActions,
  id: number,
): Promise<Prepared | undefined> {
  const { database } = ctx.deps;
  const row = await repository.findOperation(database, id);
  if (row?.state !== 'running') return undefined;
  const { prepare, batchSize, isEmail } = actionOf(actions, runnableAction(ctx.deps, row));
  if (!prepare) return undefined;
  const allowed = isEmail ? await database.transaction((db) => emailsAllowed({ ...ctx, db })) : batchSize;
  const items = await repository.pendingItems(database, id, Math.min(batchSize, allowed));
  const records = new Map<number, string | null>();
  let isUnavailable = false;
  for (const { record_id } of items) {
    try {
      if ((await prepare({ ...ctx, db: database }, record_id)) === 'ready') records.set(record_id, null);
      else isUnavailable = true;
    } catch (error) {
      records.set(record_id, failureReason(ctx, error));
    }
  }
  return { records, isUnavailable };
}
