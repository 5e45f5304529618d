import type { Deps } from '#platform/context.ts';
import { asOwnWork } from '#platform/database/work.ts';
import * as repository from './repository.ts';

const MINUTE_MS = 60_000;

/** Sign-ins being written now, so that only one of many concurrent requests writes. */
const pendingWrites = new WeakMap<Deps, Set<number>>();

/**
 * Records when a sign-in was last used, to the minute. Background requests of a page do not count as
 * activity; a request of a program does (decision 060). Runs in the background: no request waits for it or
 * fails with it. A screen that sends ten requests at once causes one write, and none for the next minute.
 * Also handles a clock that was set back.
 */
export function recordUse(
  deps: Deps,
  signInId: number,
  { last_used_at, last_active_at }: { last_used_at: Date | null; last_active_at: Date | null },
  isScreen: boolean,
): void {
  const now = deps.clock.now();
  const isFirstOfScreen = isScreen && last_active_at === null;
  const isFresh = last_used_at && Math.abs(now.getTime() - last_used_at.getTime()) < MINUTE_MS;
  if (isFresh && !isFirstOfScreen) return;
  const writing = pendingWrites.get(deps) ?? new Set();
  pendingWrites.set(deps, writing);
  if (writing.has(signInId)) return;
  writing.add(signInId);
  void asOwnWork(() => repository.recordUse(deps.database, signInId, { now, isScreen }))
    .catch((error: unknown) => deps.log.warn({ err: error }, 'could not record the last use of a sign-in'))
    .finally(() => writing.delete(signInId));
}
