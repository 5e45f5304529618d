import { TEMPORARY_SESSION_LIMIT_MS, TEMPORARY_SESSION_WARNING_MS } from '@ledgerline/contract/rules';

export interface InactivityClock {
  /** The visitor was active: restarts the clock, unless the time is already over. */
  active(): void;
  /** Checks the time again, after a sleep in which no timer ran. */
  check(): void;
  stop(): void;
}

interface InactivityEvents {
  onWarning: () => void;
  /** Activity after the warning. */
  onResume: () => void;
  onEnd: () => void;
}

/** Inactivity clock of a form without a link: warns after 25 minutes without activity, ends after 30 (0§4). */
export function createInactivityClock(events: InactivityEvents): InactivityClock {
  let lastActive = Date.now();
  let state: 'running' | 'warned' | 'over' = 'running';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function check(): void {
    if (state === 'over') return;
    clearTimeout(timer);
    const idleMs = Date.now() - lastActive;
    if (idleMs >= TEMPORARY_SESSION_LIMIT_MS) {
      state = 'over';
      events.onEnd();
      return;
    }
    if (idleMs >= TEMPORARY_SESSION_WARNING_MS && state === 'running') {
      state = 'warned';
      events.onWarning();
    }
    const next = state === 'running' ? TEMPORARY_SESSION_WARNING_MS : TEMPORARY_SESSION_LIMIT_MS;
    timer = setTimeout(check, next - idleMs);
  }

  check();
  return {
    active() {
      check();
      if (state === 'over') return;
      lastActive = Date.now();
      if (state === 'warned') {
        state = 'running';
        events.onResume();
      }
      check();
    },
    check,
    stop() {
      state = 'over';
      clearTimeout(timer);
    },
  };
}
