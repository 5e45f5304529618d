import { useRef } from 'react';

/**
 * One key for every attempt of the same write, and another for a different one (decisions K23). For writes that set a
 * value: a repeat after a different write gets a new key.
 */
export function useIdempotencyKey(): (content?: unknown) => string {
  const stored = useRef({ content: '', key: '' });
  return (content) => {
    const text = JSON.stringify(content ?? null);
    if (stored.current.key === '' || stored.current.content !== text)
      stored.current = { content: text, key: crypto.randomUUID() };
    return stored.current.key;
  };
}

export interface IdempotencyKeys {
  keyOf: (content: unknown) => string;
  /** The write succeeded: repeating it is a new write. */
  forget: () => void;
}

/** For writes that add something: a repeat keeps its key until it succeeds, whatever was sent in between. */
export function useIdempotencyKeys(): IdempotencyKeys {
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
