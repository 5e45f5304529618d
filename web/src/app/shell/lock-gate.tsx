import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { isLocked } from '../../lib/activity.ts';
import { subscribeLock } from '../../lib/lock.ts';
import { type FocusReturn, restoreFocus } from './return-focus.ts';
import { watchActivity } from './watch-activity.ts';

const LockScreen = lazy(async () => ({ default: (await import('./lock-screen.tsx')).LockScreen }));

/** Locks the screen after inactivity: the content is hidden and keeps its state (decision 060). */
export function LockGate() {
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

/** Hidden, not blurred, from the moment of locking; unlocking restores the focus. */
function useHidden(locked: boolean): void {
  const back = useRef<FocusReturn | null>(null);
  useLayoutEffect(() => {
    if (!locked) return;
    // A late response may lock the screen again before the focus has been restored.
    const target = back.current?.stop() ?? document.activeElement;
    document.documentElement.dataset.locked = '';
    return () => {
      delete document.documentElement.dataset.locked;
      back.current = restoreFocus(target);
    };
  }, [locked]);
}
