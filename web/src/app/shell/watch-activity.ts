import { recordActivity } from '@ledgerline/contract/auth/sign-ins/endpoints';
import { isLocked, lastActive, storeActivity } from '../../lib/activity.ts';
import { api } from '../../lib/api.ts';
import { setLocked } from '../../lib/lock.ts';

/** Minimum interval between activity reports to the server. */
const REPORT_MS = 60_000;
const CHECK_MS = 10_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Reports activity to the server, and locks all tabs after the inactivity timeout set by the owners. After sleep, for
 * example, the first input finds the screen locked. Returns the function that stops it.
 */
export function watchActivity(): () => void {
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
