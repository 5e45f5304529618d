import { AppError, isOutage, toAppError } from '#platform/errors.ts';
import type { Ctx, Outcome } from './bulk-action.ts';

const UNEXPECTED = 'An unexpected error occurred, and nothing was changed';

/**
 * Processes records one after the other: one that fails changes nothing and does not affect the others. Lock conflicts and outages
 * are thrown, because the batch can be retried unchanged.
 */
export async function oneByOne(
  ctx: Ctx,
  ids: readonly number[],
  work: (id: number) => Promise<Outcome>,
): Promise<Map<number, Outcome>> {
  const outcomes = new Map<number, Outcome>();
  for (const id of ids) {
    const error = await ctx.db.savepoint(async () => {
      outcomes.set(id, await work(id));
    });
    if (error !== null) outcomes.set(id, { state: 'rejected', reason: failureReason(ctx, error) });
  }
  return outcomes;
}

/**
 * Processes records together. If that fails as a whole, they are processed one by one, and only those that fail again get
 * `failed`.
 */
export async function togetherOrAlone<Result>(
  ctx: Ctx,
  ids: readonly number[],
  work: (ids: readonly number[]) => Promise<Map<number, Result>>,
  failed: (reason: string) => Result,
): Promise<Map<number, Result>> {
  let results = new Map<number, Result>();
  const error = await ctx.db.savepoint(async () => {
    results = await work(ids);
  });
  if (error === null) return results;
  const reason = failureReason(ctx, error);
  if (ids.length === 1) return new Map(ids.map((id) => [id, failed(reason)]));
  const each = new Map<number, Result>();
  for (const id of ids)
    for (const [one, result] of await togetherOrAlone(ctx, [id], work, failed)) each.set(one, result);
  return each;
}

/** Why a record was not changed, for agents; rethrows errors that may be temporary. */
export function failureReason(ctx: Pick<Ctx, 'deps' | 'requestId'>, error: unknown): string {
  if (isOutage(error)) throw error;
  if (error instanceof AppError) return error.message;
  if (['conflict', 'unavailable'].includes(toAppError(error).code)) throw error;
  ctx.deps.log.error({ err: error, request: ctx.requestId }, 'one of several records failed');
  return UNEXPECTED;
}
