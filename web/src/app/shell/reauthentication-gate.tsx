import { lazy, Suspense, useEffect, useState } from 'react';
import { onProofNeeded } from '../../lib/reauthentication.ts';

const ProofDialog = lazy(async () => ({
  default: (await import('../../domain/reauthentication/reauthentication-dialog.tsx')).ProofDialog,
}));

/** Where calls that need a fresh proof ask for it: one dialog over whatever is open (decision 058). */
export function ProofDoor() {
  const [asked, setAsked] = useState<{ opened: boolean; end: (isProved: boolean) => void } | null>(null);
  useEffect(
    () => onProofNeeded(() => new Promise((resolve) => setAsked({ opened: true, end: resolve }))),
    [],
  );
  // Left, by signing out say: whoever waits is told.
  useEffect(() => () => asked?.end(false), [asked]);
  if (!asked) return null;
  function end(isProved: boolean) {
    asked?.end(isProved);
    setAsked((was) => was && { ...was, opened: false });
  }
  return (
    <Suspense fallback={null}>
      <ProofDialog opened={asked.opened} onEnd={end} />
    </Suspense>
  );
}
