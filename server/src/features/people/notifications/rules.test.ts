import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastDigestDay, receiversOf } from './rules.ts';

const ZONES = [
  'America/New_York',
  'America/Sao_Paulo',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'UTC',
];
const FROM = Date.parse('2026-01-01T00:00:00Z');
const HOUR_MS = 3_600_000;

const clockOf = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });

describe('the last morning', () => {
  it("is 8 AM in the brokerage's time zone, once per day, through two years and every clock change", () => {
    for (const zone of ZONES) {
      const clock = clockOf(zone);
      const mornings = new Map<string, number>();
      for (let hour = 0; hour < 2 * 365 * 24; hour += 3) {
        const now = new Date(FROM + hour * HOUR_MS);
        const { day, at } = lastDigestDay(now, zone);
        expect([zone, clock.format(at)]).toEqual([zone, `${day} 08:00:00`]);
        expect(mornings.get(day) ?? at.getTime()).toBe(at.getTime());
        mornings.set(day, at.getTime());
      }
      const gaps = [...mornings.values()].map(
        (at, n, all) => (at - (all[n - 1] ?? at - 24 * HOUR_MS)) / HOUR_MS,
      );
      expect([zone, mornings.size, gaps.every((hours) => hours >= 23 && hours <= 25)]).toEqual([
        zone,
        expect.toSatisfy((days: number) => days >= 730 && days <= 732),
        true,
      ]);
    }
  });

  it('is never in the future, and less than a day and an hour ago', () => {
    const moments = fc.integer({ min: FROM, max: FROM + 2 * 365 * 24 * HOUR_MS });
    fc.assert(
      fc.property(moments, fc.constantFrom(...ZONES), (ms, zone) => {
        const ago = ms - lastDigestDay(new Date(ms), zone).at.getTime();
        return ago >= 0 && ago < 25 * HOUR_MS;
      }),
    );
  });

  it.each([
    ['2026-11-20T12:59:59Z', '2026-11-19', '2026-11-19T13:00:00.000Z'],
    ['2026-11-20T13:00:00Z', '2026-11-20', '2026-11-20T13:00:00.000Z'],
    // Clocks go forward on 8 March 2026 and back on 1 November.
    ['2026-03-08T12:00:00Z', '2026-03-08', '2026-03-08T12:00:00.000Z'],
    ['2026-11-01T12:30:00Z', '2026-10-31', '2026-10-31T12:00:00.000Z'],
  ])('at %s in New York is that of %s', (now, day, at) => {
    expect(lastDigestDay(new Date(now), 'America/New_York')).toEqual({ day, at: new Date(at) });
  });
});

it.each([
  ['the agent whom it concerns', { to: 3, by: null }, [3]],
  ['the owners if it concerns no one', { to: null, by: null }, [1, 2]],
  ["no one for one's own action", { to: 3, by: 3 }, []],
  ["the other owners for one owner's action", { to: null, by: 2 }, [1]],
])('notifies %s', (_, input, receivers) => {
  expect(receiversOf(input, [1, 2])).toEqual(receivers);
});
