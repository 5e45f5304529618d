import { lazy, Suspense, useEffect, useState } from 'react';
import { onReasonNeeded } from '../../lib/reveal-reason.ts';

const RevealReasonDialog = lazy(async () => ({
  default: (await import('./reveal-reason-dialog.tsx')).RevealReasonDialog,
}));

/** Prompts for the reason of a reveal, wherever it is requested. */
export function RevealReasonGate() {
  const [request, setRequest] = useState<{
    opened: boolean;
    submit: (reason: string | null) => void;
  } | null>(null);
  useEffect(
    () =>
      onReasonNeeded(
        () =>
          new Promise((resolve) => {
            setRequest((before) => {
              before?.submit(null);
              return { opened: true, submit: resolve };
            });
          }),
      ),
    [],
  );
  if (!request) return null;
  function end(reason: string | null) {
    request?.submit(reason);
    setRequest((was) => was && { ...was, opened: false });
  }
  return (
    <Suspense fallback={null}>
      <RevealReasonDialog opened={request.opened} onEnd={end} />
    </Suspense>
  );
}
