import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { isLocked } from '../../lib/activity.ts';
import { subscribeLock } from '../../lib/lock.ts';
import { type ComingBack, comeBack } from './return-focus.ts';
import { watchActivity } from './watch-activity.ts';

const LockScreen = lazy(async () => ({ default: (await import('./lock-screen.tsx')).LockScreen }));

/** Locks the screen when nobody was at it for long: what lies behind is hidden and stays as it is (decision 060). */
export function LockDoor() {
  const locked = useSyncExternalStore(subscribeLock, isLocked);
  useEffect(() => watchActivity(), []);
  useHidden(locked);
  if (!locked) return null;
  return (
    <Suspense fallback={null}>
      <LockScreen />
    </Suspense>
  );
}

/** Hidden, not blurred, from the moment on at which it is locked; the focus comes back to where it was. */
function useHidden(locked: boolean): void {
  const back = useRef<ComingBack | null>(null);
  useLayoutEffect(() => {
    if (!locked) return;
    // An answer that comes late may lock the screen once more before the focus has come back.
    const target = back.current?.stop() ?? document.activeElement;
    document.documentElement.dataset.locked = '';
    return () => {
      delete document.documentElement.dataset.locked;
      back.current = comeBack(target);
    };
  }, [locked]);
}
