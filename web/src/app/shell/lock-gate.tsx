import { recordActivity } from '@ledgerline/contract/auth/sign-ins/endpoints';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { focusTargetsIn, hasNoFocus, onNextAction } from '../../components/ui/dialog-focus.ts';
import { topmostDialog } from '../../components/ui/dialog-stack.ts';
import { isLocked, lastActive, storeActivity } from '../../lib/activity.ts';
import { api } from '../../lib/api.ts';
import { setLocked, subscribeLock } from '../../lib/lock.ts';

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

/** Hidden content may render late, or be covered by something that closes late: until then it cannot be focused. */
const TIMEOUT_MS = 3000;
const TRY_MS = 50;

interface FocusReturn {
  /** The pending focus target; null once focused, or when the user moved the focus elsewhere. */
  stop: () => Element | null;
}

/**
 * Restores the focus from before the screen was hidden, and focuses the topmost dialog meanwhile. Retries until it
 * succeeds or the user acts.
 */
function restoreFocus(target: Element | null): FocusReturn {
  let wanted = target;
  const end = () => {
    clearInterval(timer);
    ignoreActions();
    wanted = null;
  };
  const started = Date.now();
  const attempt = () => {
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    for (const near of hasNoFocus() ? focusTargetsIn(topmostDialog()).reverse() : [])
      near.focus({ preventScroll: true });
    if (document.activeElement === target || Date.now() - started > TIMEOUT_MS) end();
  };
  const ignoreActions = onNextAction(end);
  const timer = setInterval(attempt, TRY_MS);
  setTimeout(() => wanted !== null && attempt());
  return {
    stop: () => {
      const pending = wanted;
      end();
      return pending;
    },
  };
}

/** Minimum interval between activity reports to the server. */
const REPORT_MS = 60_000;
const CHECK_MS = 10_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Reports activity to the server, and locks all tabs after the inactivity timeout set by the owners. After sleep, for
 * example, the first input finds the screen locked. Returns the function that stops it.
 */
function watchActivity(): () => void {
  let minutes = 0;
  const report = () => {
    storeActivity(Date.now());
    api(recordActivity)
      .then((answer) => {
        minutes = answer.idle_minutes;
      })
      .catch((error: unknown) => console.warn('the activity could not be reported to the server', error));
  };
  const check = () => {
    const at = lastActive();
    if (minutes > 0 && at !== null && Date.now() - at >= minutes * 60_000) setLocked(true);
  };
  const onActivity = () => {
    check();
    const at = lastActive();
    if (!isLocked() && (at === null || Math.abs(Date.now() - at) >= REPORT_MS)) report();
  };
  if (!isLocked()) report();
  const stop = new AbortController();
  for (const sign of SIGNS)
    window.addEventListener(sign, onActivity, { capture: true, passive: true, signal: stop.signal });
  const timer = setInterval(check, CHECK_MS);
  return () => {
    stop.abort();
    clearInterval(timer);
  };
}
