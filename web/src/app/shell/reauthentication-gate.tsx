import { lazy, Suspense, useEffect, useState } from 'react';
import { onReauthenticationNeeded } from '../../lib/reauthentication.ts';

const ReauthenticationDialog = lazy(async () => ({
  default: (await import('../../domain/reauthentication/reauthentication-dialog.tsx')).ReauthenticationDialog,
}));

/** Where calls that need a fresh proof ask for it: one dialog over whatever is open (decision 058). */
export function ReauthenticationGate() {
  const [request, setRequest] = useState<{ opened: boolean; end: (isProved: boolean) => void } | null>(null);
  useEffect(
    () =>
      onReauthenticationNeeded(() => new Promise((resolve) => setRequest({ opened: true, end: resolve }))),
    [],
  );
  // Left, by signing out say: whoever waits is told.
  useEffect(() => () => request?.end(false), [request]);
  if (!request) return null;
  function end(isProved: boolean) {
    request?.end(isProved);
    setRequest((was) => was && { ...was, opened: false });
  }
  return (
    <Suspense fallback={null}>
      <ReauthenticationDialog opened={request.opened} onEnd={end} />
    </Suspense>
  );
}
