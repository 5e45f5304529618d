/** Idle minutes after which a screen is locked (decision 060); 0 means never. */
export const DEFAULT_IDLE_MINUTES = 30;
export const MIN_IDLE_MINUTES = 5;
export const MAX_IDLE_MINUTES = 480;

export function idleMinutesAllowed(minutes: number): boolean {
  const isInRange = minutes >= MIN_IDLE_MINUTES && minutes <= MAX_IDLE_MINUTES;
  return minutes === 0 || (Number.isInteger(minutes) && isInRange);
}
