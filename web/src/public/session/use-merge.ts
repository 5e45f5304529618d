import { useState } from 'react';

/** Applies what other devices answered, once and while rendering, so that nothing outdated is displayed or edited. */
export function useMerge(merges: number, apply: () => void): void {
  const [applied, setApplied] = useState(merges);
  if (merges === applied) return;
  setApplied(merges);
  apply();
}
