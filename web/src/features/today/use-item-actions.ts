import type { TodayLine } from '@ledgerline/contract/today/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { lineKey, TODAY } from './api.ts';

/** Why an act in a line was not done, and how to try again. */
export interface LineFailure {
  message: string;
  again: () => void;
  isTrying: boolean;
}

/**
 * Acts that need no dialog. One that ends its line takes it away at once and brings it back with the reason where it
 * failed; any other leaves it where it is.
 */
export function useLineActs() {
  const queryClient = useQueryClient();
  const [away, setAway] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<ReadonlyMap<string, LineFailure>>(new Map());
  const underWay = useRef(new Set<string>());

  function fail(key: string, failure: LineFailure | null) {
    setFailures((old) => {
      const next = new Map(old);
      if (failure) next.set(key, failure);
      else next.delete(key);
      return next;
    });
  }
  async function attempt(line: TodayLine, act: () => Promise<unknown>, { ends }: { ends: boolean }) {
    const key = lineKey(line);
    if (underWay.current.has(key)) return;
    const again = () => void attempt(line, act, { ends });
    underWay.current.add(key);
    setFailures((old) => withTrying(old, key));
    if (ends) setAway((old) => new Set(old).add(key));
    try {
      await act();
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
  failures: ReadonlyMap<string, LineFailure>,
  key: string,
): ReadonlyMap<string, LineFailure> {
  const failure = failures.get(key);
  return failure ? new Map(failures).set(key, { ...failure, isTrying: true }) : failures;
}
