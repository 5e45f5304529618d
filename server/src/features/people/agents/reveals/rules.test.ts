import { describe, expect, it } from 'vitest';
import { calendarDay } from '#platform/clock.ts';
import { secondsLeft } from './rules.ts';

const dayAt = (instant: Date) => calendarDay(instant, 'America/New_York');

describe("the seconds left in the brokerage's day", () => {
  it.each([
    ['2026-11-20T15:00:00Z', 14 * 3600],
    ['2026-11-21T04:59:59Z', 1],
    ['2026-11-21T05:00:00Z', 86_400],
    // 25 hours, and 23.
    ['2026-11-01T04:00:00Z', 90_000],
    ['2026-03-08T05:00:00Z', 82_800],
  ])('at %s are %i', (now, seconds) => {
    expect(secondsLeft(new Date(now), dayAt)).toBe(seconds);
  });
});
