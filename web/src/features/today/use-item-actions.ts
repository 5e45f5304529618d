import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { itemKey, TODAY } from './api.ts';

/** Why an item's action failed, and how to retry. */
export interface ItemFailure {
  message: string;
  again: () => void;
  isTrying: boolean;
}

/**
 * Actions without a dialog. One that completes its item removes it optimistically and restores it with the reason on
 * failure; others leave it in place.
 */
export function useItemActions() {
  const queryClient = useQueryClient();
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<ReadonlyMap<string, ItemFailure>>(new Map());
  const running = useRef(new Map<string, Promise<void>>());

  function fail(key: string, failure: ItemFailure | null) {
    setFailures((old) => {
      const next = new Map(old);
      if (failure) next.set(key, failure);
      else next.delete(key);
      return next;
    });
  }
  function attempt(item: TodayItem, action: () => Promise<unknown>, options: { ends: boolean }) {
    const key = itemKey(item);
    if (!running.current.has(key)) running.current.set(key, run(item, action, options));
  }
  async function run(item: TodayItem, action: () => Promise<unknown>, { ends }: { ends: boolean }) {
    const key = itemKey(item);
    const again = () => attempt(item, action, { ends });
    setFailures((old) => withTrying(old, key));
    if (ends) setAway((old) => new Set(old).add(key));
    try {
      await action();
      fail(key, null);
    } catch (error) {
      console.error('an action on a Today item failed', error);
      fail(key, { message: error instanceof Error ? error.message : '', again, isTrying: false });
      // It may have been removed, or replaced.
      void queryClient.invalidateQueries({ queryKey: TODAY });
    }
    running.current.delete(key);
    if (ends) setAway((old) => new Set([...old].filter((other) => other !== key)));
  }
  /** Resolves once no action is running: the action of a removed item may still be. */
  const settled = () => Promise.all(running.current.values());
  return { away, failures, attempt, settled };
}

function withTrying(
  failures: ReadonlyMap<string, ItemFailure>,
  key: string,
): ReadonlyMap<string, ItemFailure> {
  const failure = failures.get(key);
  return failure ? new Map(failures).set(key, { ...failure, isTrying: true }) : failures;
}
