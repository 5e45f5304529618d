/**
 * Shared by all tabs and cleared at sign-out. Stored apart from the sign-in, because a signing page never touches the
 * token of the sign-in.
 */
export const IDLE_KEYS = { locked: 'screenLocked', active: 'lastActive', opened: 'screenOpened' } as const;

/** Whether this browser's screens are locked for inactivity (decision 060); the same in all tabs. */
export function isLocked(): boolean {
  return localStorage.getItem(IDLE_KEYS.locked) !== null;
}

/** Time of the last activity in this browser; null where there was none since sign-in. */
export function lastActive(): number | null {
  const stored = Number(localStorage.getItem(IDLE_KEYS.active));
  return stored > 0 ? stored : null;
}

export function storeActivity(at: number): void {
  localStorage.setItem(IDLE_KEYS.active, String(at));
}

/** The server counted an advisor's signing page as activity, so this browser's screens do too. */
export function recordSigningActivity(): void {
  if (lastActive() !== null && !isLocked()) storeActivity(Date.now());
}
