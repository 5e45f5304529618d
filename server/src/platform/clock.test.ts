import { expect, it, onTestFinished, vi } from 'vitest';
import { calendarDay } from './clock.ts';

it('returns the day in each time zone', () => {
  const at = new Date('2026-01-01T02:00:00Z');
  expect(calendarDay(at, 'America/New_York')).toBe('2025-12-31');
  expect(calendarDay(at, 'Asia/Tokyo')).toBe('2026-01-01');
  expect(() => calendarDay(at, 'Nowhere/City')).toThrow(RangeError);
});

it('builds one format for each time zone: every save of a client needs the day', () => {
  const build = vi.spyOn(Intl, 'DateTimeFormat');
  onTestFinished(() => build.mockRestore());
  for (let n = 0; n < 3; n++) calendarDay(new Date(), 'America/Chicago');
  expect(build).toHaveBeenCalledTimes(1);
});
