import { noteActivity } from '@ledgerline/contract/auth/sign-ins/endpoints';
import { isLocked, lastActive, recordActivity } from '../../lib/activity.ts';
import { api } from '../../lib/api.ts';
import { setLocked } from '../../lib/lock.ts';

/** The server is told at most so often that somebody is at a screen of this browser. */
const REPORT_MS = 60_000;
const LOOK_MS = 10_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Tells the server that somebody is there, and locks all tabs when nobody was for as long as owners have set. Whoever
 * comes back after that, to a laptop that slept say, finds it locked with his first touch. Returns what ends it.
 */
export function watchActivity(): () => void {
  let minutes = 0;
  const report = () => {
    recordActivity(Date.now());
    api(noteActivity)
      .then((answer) => {
        minutes = answer.idle_minutes;
      })
      .catch((error: unknown) => console.warn('the server was not told that somebody is there', error));
  };
  const look = () => {
    const at = lastActive();
    if (minutes > 0 && at !== null && Date.now() - at >= minutes * 60_000) setLocked(true);
  };
  const onActivity = () => {
    look();
    const at = lastActive();
    if (!isLocked() && (at === null || Math.abs(Date.now() - at) >= REPORT_MS)) report();
  };
  if (!isLocked()) report();
  const stop = new AbortController();
  for (const sign of SIGNS)
    window.addEventListener(sign, onActivity, { capture: true, passive: true, signal: stop.signal });
  const timer = setInterval(look, LOOK_MS);
  return () => {
    stop.abort();
    clearInterval(timer);
  };
}
