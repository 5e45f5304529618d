import { useRef } from 'react';

/**
 * One key for every attempt at the same thing, another as soon as something else is asked (decisions K23). For what sets something:
 * what was asked before is asked anew once something else came between.
 */
export function useOneTimeKey(): (asked?: unknown) => string {
  const kept = useRef({ asked: '', key: '' });
  return (asked) => {
    const text = JSON.stringify(asked ?? null);
    if (kept.current.key === '' || kept.current.asked !== text)
      kept.current = { asked: text, key: crypto.randomUUID() };
    return kept.current.key;
  };
}

export interface OneTimeKeys {
  keyOf: (asked: unknown) => string;
  /** It was done: the same asked after this is meant once more. */
  forget: () => void;
}

/** For what adds something: the same asked again keeps its key until it is done, whatever was asked in between. */
export function useOneTimeKeys(): OneTimeKeys {
  const kept = useRef(new Map<string, string>());
  return {
    keyOf(asked) {
      const text = JSON.stringify(asked);
      const key = kept.current.get(text) ?? crypto.randomUUID();
      kept.current.set(text, key);
      return key;
    },
    forget: () => kept.current.clear(),
  };
}
