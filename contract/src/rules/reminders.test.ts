import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayInZone, INVOICE_REMINDER_DAYS, nextReminder, planDays, quietFrom } from './reminders.ts';

const NEW_YORK = 'America/New_York';
const work = planDays({ first_days: 2, every_days: 3, most: 4 });
type Given = Partial<Parameters<typeof nextReminder>[0]>;

/** A link mailed on Monday, 2 November 2026, in New York. */
const next = (now: string, given: Given = {}) => {
  const found = nextReminder({
    base: '2026-11-02',
    since: '2026-11-02',
    days: work,
    gap: 3,
    sent: [],
    busy: [],
    zone: NEW_YORK,
    now: new Date(now),
    ...given,
  });
  return found && `${found.number} ${found.at.toISOString().slice(0, 16)}`;
};
const sent = (...days: string[]) => days.map((day, n) => ({ number: n + 1, day }));

describe('the next reminder of a link', () => {
  it.each<[string, string, Given, string | null]>([
    ['comes after two days at 9', '2026-11-02T20:00Z', {}, '1 2026-11-04T14:00'],
    ['comes now where it is due', '2026-11-04T15:30Z', {}, '1 2026-11-04T15:30'],
    ['waits for the morning', '2026-11-04T13:59Z', {}, '1 2026-11-04T14:00'],
    ['waits for the next morning from 9 in the evening on', '2026-11-05T02:00Z', {}, '1 2026-11-05T14:00'],
    ['comes every three days', '2026-11-04T15:00Z', { sent: sent('2026-11-04') }, '2 2026-11-07T14:00'],
    [
      'waits its gap where the one before came late',
      '2026-11-06T15:00Z',
      { sent: sent('2026-11-06') },
      '2 2026-11-09T14:00',
    ],
    [
      'moves past a day with another mail',
      '2026-11-04T15:00Z',
      { busy: ['2026-11-04', '2026-11-05'] },
      '1 2026-11-06T14:00',
    ],
    ['is the latest of those that were missed', '2026-11-11T15:00Z', {}, '3 2026-11-11T15:00'],
    ['is the last of all when everything was missed', '2027-03-01T15:00Z', {}, '4 2027-03-01T15:00'],
    ['is none after the last', '2026-11-13T15:00Z', { sent: [{ number: 4, day: '2026-11-13' }] }, null],
    [
      'is none twice when the clock is set back',
      '2026-11-03T15:00Z',
      { sent: sent('2026-11-04') },
      '2 2026-11-07T14:00',
    ],
    [
      'keeps to 9 over a change of the clocks',
      '2026-10-30T15:00Z',
      { base: '2026-10-30', since: '2026-10-30' },
      '1 2026-11-01T14:00',
    ],
    [
      'comes at 9 where the client lives',
      '2026-11-04T10:00Z',
      { zone: 'Pacific/Honolulu' },
      '1 2026-11-04T19:00',
    ],
  ])('%s', (_, now, given, expected) => {
    expect(next(now, given)).toBe(expected);
  });
});

describe('the next reminder of an invoice', () => {
  const invoice = { days: INVOICE_REMINDER_DAYS, gap: 1, base: '2026-11-20', since: '2026-11-02' };
  it.each<[string, string, Given, string | null]>([
    ['comes 3 days before it is due', '2026-11-02T20:00Z', {}, '1 2026-11-17T14:00'],
    ['on the day', '2026-11-18T20:00Z', { sent: sent('2026-11-17') }, '2 2026-11-20T14:00'],
    [
      'and 10 days after, the last',
      '2026-11-24T20:00Z',
      { sent: sent('2026-11-17', '2026-11-20', '2026-11-23') },
      '4 2026-11-30T14:00',
    ],
    [
      'does not make up for what was due before it was mailed',
      '2026-11-21T20:00Z',
      { since: '2026-11-21' },
      '3 2026-11-23T14:00',
    ],
    ['is none of one that was mailed long after', '2026-12-21T20:00Z', { since: '2026-12-21' }, null],
  ])('%s', (_, now, given, expected) => {
    expect(next(now, { ...invoice, ...given })).toBe(expected);
  });
});

describe('over two years', () => {
  const ZONES = [NEW_YORK, 'America/Denver', 'America/Phoenix', 'Pacific/Honolulu', 'America/Anchorage'];
  const START = Date.parse('2026-01-01T05:00:00Z');
  const HOUR_MS = 3_600_000;

  it('every number goes once, by day, on no day with another mail, whatever the clocks and servers do', () => {
    fc.assert(
      fc.property(
        fc.record({
          zone: fc.constantFrom(...ZONES),
          start: fc.integer({ min: 0, max: 600 * 24 }),
          plan: fc.record({
            first_days: fc.integer({ min: 1, max: 30 }),
            every_days: fc.integer({ min: 1, max: 30 }),
            most: fc.integer({ min: 1, max: 10 }),
          }),
          busy: fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 20 }),
          // Hours from one look to the next: minutes, days without a server, a clock that is set back.
          steps: fc.array(fc.integer({ min: -30, max: 90 }), { minLength: 20, maxLength: 120 }),
        }),
        ({ zone, start, plan, busy: offsets, steps }) => {
          const begun = START + start * HOUR_MS;
          const base = dayInZone(new Date(begun), zone);
          const busy = offsets.map((offset) => addDays(base, offset));
          const went: { number: number; day: string; at: number }[] = [];
          const given = { base, since: base, days: planDays(plan), gap: plan.every_days, busy, zone };
          let at = begun;
          for (const step of [...steps, ...Array.from({ length: 400 }, () => 24)]) {
            at = Math.max(begun, at + step * HOUR_MS + 7 * 60_000);
            const found = nextReminder({ ...given, sent: went, now: new Date(at) });
            if (found === null || found.at.getTime() > at) continue;
            went.push({ number: found.number, day: dayInZone(new Date(at), zone), at });
          }
          const numbers = went.map(({ number }) => number);
          expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
          expect(numbers.at(-1)).toBe(plan.most);
          for (const [n, { day, at: sentAt }] of went.entries()) {
            expect(busy).not.toContain(day);
            const hour = Number(
              new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(
                sentAt,
              ),
            );
            expect(hour).toBeGreaterThanOrEqual(9);
            expect(hour).toBeLessThan(21);
            expect(day >= addDays(base, plan.first_days)).toBe(true);
            const before = went[n - 1];
            if (before) expect(day >= addDays(before.day, plan.every_days)).toBe(true);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('the night begins at 9 in the evening of the same day', () => {
    expect(quietFrom(new Date('2026-11-01T15:00:00Z'), NEW_YORK).toISOString()).toBe(
      '2026-11-02T02:00:00.000Z',
    );
    expect(quietFrom(new Date('2026-07-01T15:00:00Z'), NEW_YORK).toISOString()).toBe(
      '2026-07-02T01:00:00.000Z',
    );
  });
});
