import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { itemKey, TODAY } from './api.ts';

/** Why an act in a line was not done, and how to try again. */
export interface ItemFailure {
  message: string;
  again: () => void;
  isTrying: boolean;
}

/**
 * Acts that need no dialog. One that ends its line takes it away at once and brings it back with the reason where it
 * failed; any other leaves it where it is.
 */
export function useItemActions() {
  const queryClient = useQueryClient();
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<ReadonlyMap<string, ItemFailure>>(new Map());
  const underWay = useRef(new Set<string>());

  function fail(key: string, failure: ItemFailure | null) {
    setFailures((old) => {
      const next = new Map(old);
      if (failure) next.set(key, failure);
      else next.delete(key);
      return next;
    });
  }
  async function attempt(item: TodayItem, action: () => Promise<unknown>, { ends }: { ends: boolean }) {
    const key = itemKey(item);
    if (underWay.current.has(key)) return;
    const again = () => void attempt(item, action, { ends });
    underWay.current.add(key);
    setFailures((old) => withTrying(old, key));
    if (ends) setAway((old) => new Set(old).add(key));
    try {
      await action();
      fail(key, null);
    } catch (error) {
      console.error('a line of Today was not done', error);
      fail(key, { message: error instanceof Error ? error.message : '', again, isTrying: false });
      // It may have gone, or have become another.
      void queryClient.invalidateQueries({ queryKey: TODAY });
    }
    underWay.current.delete(key);
    if (ends) setAway((old) => new Set([...old].filter((other) => other !== key)));
  }
  return { away, failures, attempt };
}

function withTrying(
  failures: ReadonlyMap<string, ItemFailure>,
  key: string,
): ReadonlyMap<string, ItemFailure> {
  const failure = failures.get(key);
  return failure ? new Map(failures).set(key, { ...failure, isTrying: true }) : failures;
}
