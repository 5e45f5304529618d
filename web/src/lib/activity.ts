/** Kept for all tabs: gone with the sign-in. Apart from the sign-in, since a signing page never touches its token. */
export const IDLE_KEYS = { locked: 'screenLocked', active: 'lastActive', opened: 'screenOpened' } as const;

/** Whether the screens of this browser are locked, since nobody was at them for long (decision 060); all tabs alike. */
export function isLocked(): boolean {
  return localStorage.getItem(IDLE_KEYS.locked) !== null;
}

/** When somebody was last at a screen of this browser; null where nobody has been since the sign-in. */
export function lastActive(): number | null {
  const stored = Number(localStorage.getItem(IDLE_KEYS.active));
  return stored > 0 ? stored : null;
}

export function recordActivity(at: number): void {
  localStorage.setItem(IDLE_KEYS.active, String(at));
}

/** The server counted an advisor's signing page as activity: the screens of the same browser count it as well. */
export function recordSigningActivity(): void {
  if (lastActive() !== null && !isLocked()) recordActivity(Date.now());
}
