import { describe, expect, it } from 'vitest';
import { linkEnd, linkState } from './rules.ts';

const CREATED_AT = new Date('2026-11-20T15:00:00Z');
const after = (ms: number) => new Date(CREATED_AT.getTime() + ms);
const HOUR = 3_600_000;

it('an invitation lasts seven days, a reset an hour', () => {
  expect(linkEnd('invitation', CREATED_AT)).toEqual(after(7 * 24 * HOUR));
  expect(linkEnd('reset', CREATED_AT)).toEqual(after(HOUR));
});

describe('a link', () => {
  const link = { created_at: CREATED_AT, expires_at: linkEnd('reset', CREATED_AT), withdrawn_at: null };
  it.each([
    ['when it is created', link, CREATED_AT, 'open'],
    ['just before its expiration', link, after(HOUR - 1), 'open'],
    ['at its expiration', link, after(HOUR), 'expired'],
    ['long after', link, after(1000 * HOUR), 'expired'],
    ['with the clock set back', link, after(-1), 'expired'],
    ['withdrawn', { ...link, withdrawn_at: CREATED_AT }, CREATED_AT, 'withdrawn'],
    ['withdrawn and expired', { ...link, withdrawn_at: CREATED_AT }, after(2 * HOUR), 'withdrawn'],
  ] as const)('%s is %s', (_, of, now, state) => {
    expect(linkState(of, now)).toBe(state);
  });
});
