/** How long an action waits for a provider that is unavailable. */
export const MAX_WAIT_MS = 4 * 3_600_000;

const FIRST_SECONDS = 15;
const LONGEST_SECONDS = 300;

/** Since when an action waits. The time in which the portal itself was stopped does not count. */
export function waitingSince(
  { waiting_since, progressed_at }: { waiting_since: Date | null; progressed_at: Date },
  now: Date,
): Date {
  const wasStopped = now.getTime() - progressed_at.getTime() > 2 * LONGEST_SECONDS * 1000;
  return waiting_since === null || wasStopped ? now : waiting_since;
}

/** Seconds until the next attempt, twice as long each time; null when it has waited long enough. */
export function secondsToNextAttempt(since: Date, now: Date): number | null {
  const waited = now.getTime() - since.getTime();
  if (waited >= MAX_WAIT_MS) return null;
  return Math.min(LONGEST_SECONDS, Math.max(FIRST_SECONDS, Math.ceil(waited / 1000)));
}
