const DAY_SECONDS = 86_400;

/**
 * Seconds from `now` until the day changes; `dayAt` names the day of an instant. Days may have 23 or 25
 * hours.
 */
export function secondsLeft(now: Date, dayAt: (instant: Date) => string): number {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const today = dayAt(now);
  let [same, next] = [0, DAY_SECONDS + 7200];
  while (next - same > 1) {
    const middle = Math.floor((same + next) / 2);
    if (dayAt(after(middle)) === today) same = middle;
    else next = middle;
  }
  return next;
}
