import { describe, expect, it } from 'vitest';
import { isLockedNow, locksAt } from './rules.ts';

const THEN = new Date('2026-11-20T15:00:00Z');
const after = (minutes: number) => new Date(THEN.getTime() + minutes * 60_000);
const used = { last_active_at: THEN, locked_at: null, idle_minutes: 30 };

describe('a sign-in', () => {
  it.each([
    ['just used', used, after(0), false],
    ['a moment before', used, new Date(after(30).getTime() - 1), false],
    ['idle for the configured time', used, after(30), true],
    ['where it never locks', { ...used, idle_minutes: 0 }, after(10_000), false],
    ['that no screen has used', { ...used, last_active_at: null }, after(10_000), false],
    ['with the clock set back', used, after(-600), false],
    ['locked, with the clock set back', { ...used, locked_at: after(30) }, after(-600), true],
    [
      'locked, after the idle lock was turned off',
      { ...used, locked_at: after(30), idle_minutes: 0 },
      after(31),
      true,
    ],
  ])('%s', (_, times, now, isLocked) => {
    expect(isLockedNow(times, now)).toBe(isLocked);
  });

  it('returns the time from which it is locked', () => {
    expect([locksAt(used), locksAt({ ...used, idle_minutes: 0 })]).toEqual([after(30), null]);
  });
});
