import { useRef } from 'react';

/**
 * One key for every attempt at the same thing, another as soon as something else is asked (decisions K23). For what sets something:
 * what was asked before is asked anew once something else came between.
 */
export function useOneTimeKey(): (content?: unknown) => string {
  const stored = useRef({ content: '', key: '' });
  return (content) => {
    const text = JSON.stringify(content ?? null);
    if (stored.current.key === '' || stored.current.content !== text)
      stored.current = { content: text, key: crypto.randomUUID() };
    return stored.current.key;
  };
}

export interface OneTimeKeys {
  keyOf: (content: unknown) => string;
  /** It was done: the same asked after this is meant once more. */
  forget: () => void;
}

/** For what adds something: the same asked again keeps its key until it is done, whatever was asked in between. */
export function useOneTimeKeys(): OneTimeKeys {
  const stored = useRef(new Map<string, string>());
  return {
    keyOf(content) {
      const text = JSON.stringify(content);
      const key = stored.current.get(text) ?? crypto.randomUUID();
      stored.current.set(text, key);
      return key;
    },
    forget: () => stored.current.clear(),
  };
}
