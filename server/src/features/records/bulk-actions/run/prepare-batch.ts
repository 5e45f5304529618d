import { actionOf, type BulkActions, type Ctx } from '../bulk-action.ts';
import { failureReason } from '../one-by-one.ts';
import { runnableAction } from '../presenter.ts';
import * as repository from '../repository.ts';
import { emailsAllowed } from './email-pace.ts';

/** One pass through the pending records of an action. A service that is unavailable is not called again in it. */
export interface Pass {
  /** The records that follow, and their services. */
  records: { id: number; service?: string | undefined }[];
  hasUnavailable: boolean;
}

export const newPass = (): Pass => ({ records: [], hasUnavailable: false });

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
  const { prepare, servicesOf, batchSize, isEmail } = actionOf(actions, runnableAction(ctx.deps, row));
  if (!prepare) return undefined;
  const allowed = isEmail ? await database.transaction((db) => emailsAllowed({ ...ctx, db })) : batchSize;
  const outside = { ...ctx, db: database };
  if (pass.records.length === 0 && !pass.hasUnavailable) {
    const ids = await repository.pendingRecords(database, id);
    const services = await servicesOf?.(outside, ids);
    pass.records = ids.map((one) => ({ id: one, service: services?.get(one) }));
  }
  const records = new Map<number, string | null>();
  while (records.size < Math.min(batchSize, allowed)) {
    const next = pass.records.shift();
    if (!next) break;
    // It may have been stopped since.
    if ((await repository.pendingItems(database, id, 1, [next.id])).length === 0) continue;
    try {
      if ((await prepare(outside, next.id)) === 'ready') records.set(next.id, null);
      else {
        pass.hasUnavailable = true;
        pass.records = pass.records.filter(({ service }) => service !== next.service);
        await repository.postponeRecord(database, id, next.id, ctx.deps.clock.now());
      }
    } catch (error) {
      records.set(next.id, failureReason(ctx, error));
    }
  }
  const isOver = pass.records.length === 0 && pass.hasUnavailable;
  return { records, isWaiting: isOver && records.size === 0 };
}
