const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `3 minutes ago`, `1 day ago` for 24 hours; small clock differences never show a future time. */
export function relativeText(instant: string, now: number): string {
  const since = now - new Date(instant).getTime();
  for (const [unit, ms] of UNITS) {
    if (since >= ms) {
      return new Intl.RelativeTimeFormat('en-US', { numeric: 'always' }).format(
        -Math.floor(since / ms),
        unit,
      );
    }
  }
  return 'just now';
}
