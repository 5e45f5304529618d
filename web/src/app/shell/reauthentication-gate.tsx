import { lazy, Suspense, useEffect, useState } from 'react';
import { onReauthenticationNeeded } from '../../lib/reauthentication.ts';

const ReauthenticationDialog = lazy(async () => ({
  default: (await import('../../domain/reauthentication/reauthentication-dialog.tsx')).ReauthenticationDialog,
}));

/** Prompts for re-authentication of rejected requests: one dialog over everything else (decision 058). */
export function ReauthenticationGate() {
  const [request, setRequest] = useState<{
    opened: boolean;
    end: (isReauthenticated: boolean) => void;
  } | null>(null);
  useEffect(
    () =>
      onReauthenticationNeeded(() => new Promise((resolve) => setRequest({ opened: true, end: resolve }))),
    [],
  );
  // Unmounted, for example by signing out: reject everything that waits.
  useEffect(() => () => request?.end(false), [request]);
  if (!request) return null;
  function end(isReauthenticated: boolean) {
    request?.end(isReauthenticated);
    setRequest((was) => was && { ...was, opened: false });
  }
  return (
    <Suspense fallback={null}>
      <ReauthenticationDialog opened={request.opened} onEnd={end} />
    </Suspense>
  );
}
