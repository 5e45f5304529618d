import { useRef } from 'react';

/** One key for every attempt at the same thing, another as soon as something else is asked (K23). */
export function useOneTimeKey(): (asked?: unknown) => string {
  const kept = useRef({ asked: '', key: '' });
  return (asked) => {
    const text = JSON.stringify(asked ?? null);
    if (kept.current.key === '' || kept.current.asked !== text)
      kept.current = { asked: text, key: crypto.randomUUID() };
    return kept.current.key;
  };
}
