import type { Deps } from '#platform/context.ts';
import { asOwnWork } from '#platform/database/work.ts';
import * as repository from './repository.ts';

const MINUTE_MS = 60_000;

/** What is being written at the moment, so that of many calls at once one writes. */
const underWay = new WeakMap<Deps, Set<number>>();

/**
 * Keeps when a sign-in was last used, to the minute. What a page asks by itself is no sign of somebody at the screen; a
 * call of a program is one of its own (decision 060). No call waits for it, nor fails with it: a screen that opens ten
 * calls at once writes once, and nothing for a minute then. Also where the clock was set back.
 */
export function noteUse(
  deps: Deps,
  signInId: number,
  { last_used_at, last_active_at }: { last_used_at: Date | null; last_active_at: Date | null },
  isScreen: boolean,
): void {
  const now = deps.clock.now();
  const isFirstOfScreen = isScreen && last_active_at === null;
  const isFresh = last_used_at && Math.abs(now.getTime() - last_used_at.getTime()) < MINUTE_MS;
  if (isFresh && !isFirstOfScreen) return;
  const writing = underWay.get(deps) ?? new Set();
  underWay.set(deps, writing);
  if (writing.has(signInId)) return;
  writing.add(signInId);
  void asOwnWork(() => repository.noteUsed(deps.database, signInId, { now, isScreen }))
    .catch((error: unknown) => deps.log.warn({ err: error }, 'the last use of a sign-in was not kept'))
    .finally(() => writing.delete(signInId));
}
