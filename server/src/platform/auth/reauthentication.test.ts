import { describe, expect, it } from 'vitest';
import { isRecentlyReauthenticated } from './reauthentication.ts';

const NOW = new Date('2026-11-20T15:00:00Z');

describe('re-authentication', () => {
  it.each([
    ['just now', 0, true],
    ['a second before it expires', 15 * 60_000 - 1000, true],
    ['at its expiry', 15 * 60_000, false],
    ['yesterday', 86_400_000, false],
    ['by a server whose clock is ahead', -59_000, true],
    ['before a clock was set back', -3_600_000, false],
  ])('given %s', (_, age, isFresh) => {
    expect(isRecentlyReauthenticated(new Date(NOW.getTime() - age), NOW)).toBe(isFresh);
  });
});
