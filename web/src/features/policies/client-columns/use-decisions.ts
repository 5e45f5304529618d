import { useState } from 'react';
import type { Decision } from './decided-plans.ts';

/** The agent's decisions by plan, kept while the plans are loaded again. */
export function useDecisions() {
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map());
  function decide(keys: readonly string[], change: Decision) {
    setDecisions((before) => {
      const next = new Map(before);
      for (const key of keys) next.set(key, { ...before.get(key), ...change });
      return next;
    });
  }
  return { decisions, decide, hasDecisions: decisions.size > 0 };
}
