/** The fields of a sign-in that decide whether it is locked. */
interface ActiveTimes {
  last_active_at: Date | null;
  locked_at: Date | null;
  /** 0: never. */
  idle_minutes: number;
}

/**
 * The time from which a sign-in is locked; null for one that never is. A clock that was set back allows more
 * time, never less; an existing lock stays.
 */
export function locksAt({ last_active_at, locked_at, idle_minutes }: ActiveTimes): Date | null {
  if (locked_at) return locked_at;
  if (!last_active_at || idle_minutes === 0) return null;
  return new Date(last_active_at.getTime() + idle_minutes * 60_000);
}

export function isLockedNow(times: ActiveTimes, now: Date): boolean {
  const from = locksAt(times);
  return times.locked_at !== null || (from !== null && from <= now);
}
