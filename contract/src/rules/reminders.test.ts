import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  dayInZone,
  endOfSendingDay,
  INVOICE_REMINDER_DAYS,
  isFormReminded,
  nextReminder,
  planDays,
} from './reminders.ts';

const NEW_YORK = 'America/New_York';
const work = planDays({ first_days: 2, every_days: 3, most: 4 });
type Input = Partial<Parameters<typeof nextReminder>[0]>;

/** A link emailed on Monday, November 2, 2026, in New York. */
const next = (now: string, input: Input = {}) => {
  const found = nextReminder({
    base: '2026-11-02',
    since: '2026-11-02',
    days: work,
    gap: 3,
    sent: [],
    busy: [],
    zone: NEW_YORK,
    now: new Date(now),
    ...input,
  });
  return found && `${found.number} ${found.at.toISOString().slice(0, 16)}`;
};
const sent = (...days: string[]) => days.map((day, n) => ({ number: n + 1, day }));

describe('the next reminder of a link', () => {
  it.each<[string, string, Input, string | null]>([
    ['is due after two days at 9', '2026-11-02T20:00Z', {}, '1 2026-11-04T14:00'],
    ['is due now when its time has passed', '2026-11-04T15:30Z', {}, '1 2026-11-04T15:30'],
    ['waits for the morning', '2026-11-04T13:59Z', {}, '1 2026-11-04T14:00'],
    ['waits for the next morning from 9 in the evening on', '2026-11-05T02:00Z', {}, '1 2026-11-05T14:00'],
    ['repeats every three days', '2026-11-04T15:00Z', { sent: sent('2026-11-04') }, '2 2026-11-07T14:00'],
    [
      'waits the full interval after a late one',
      '2026-11-06T15:00Z',
      { sent: sent('2026-11-06') },
      '2 2026-11-09T14:00',
    ],
    [
      'skips a day with another email',
      '2026-11-04T15:00Z',
      { busy: ['2026-11-04', '2026-11-05'] },
      '1 2026-11-06T14:00',
    ],
    ['is the latest of those that were missed', '2026-11-11T15:00Z', {}, '3 2026-11-11T15:00'],
    ['is sent up to a week late', '2026-11-20T15:00Z', {}, '4 2026-11-20T15:00'],
    ['is not sent more than a week late', '2026-11-21T15:00Z', {}, null],
    [
      'is not sent if it could only go the next morning, a week and a day late',
      '2026-11-21T03:00Z',
      {},
      null,
    ],
    [
      'is the next upcoming one after a long outage',
      '2026-11-24T15:00Z',
      { days: [2, 32], gap: 30 },
      '2 2026-12-04T14:00',
    ],
    [
      'is as late as its minimum interval requires',
      '2026-12-10T15:00Z',
      { days: [2, 32], gap: 30, sent: sent('2026-11-11') },
      '2 2026-12-11T14:00',
    ],
    ['is none after the last', '2026-11-13T15:00Z', { sent: [{ number: 4, day: '2026-11-13' }] }, null],
    [
      'is not repeated when the clock is set back',
      '2026-11-03T15:00Z',
      { sent: sent('2026-11-04') },
      '2 2026-11-07T14:00',
    ],
    [
      'stays at 9 across a daylight saving change',
      '2026-10-30T15:00Z',
      { base: '2026-10-30', since: '2026-10-30' },
      '1 2026-11-01T14:00',
    ],
    [
      "is sent at 9 in the client's time zone",
      '2026-11-04T10:00Z',
      { zone: 'Pacific/Honolulu' },
      '1 2026-11-04T19:00',
    ],
  ])('%s', (_, now, input, expected) => {
    expect(next(now, input)).toBe(expected);
  });
});

describe('the next reminder of an invoice', () => {
  const invoice = { days: INVOICE_REMINDER_DAYS, gap: 1, base: '2026-11-20', since: '2026-11-02' };
  it.each<[string, string, Input, string | null]>([
    ['is sent 3 days before the due date', '2026-11-02T20:00Z', {}, '1 2026-11-17T14:00'],
    ['on the due date', '2026-11-18T20:00Z', { sent: sent('2026-11-17') }, '2 2026-11-20T14:00'],
    [
      'and 10 days after, the last',
      '2026-11-24T20:00Z',
      { sent: sent('2026-11-17', '2026-11-20', '2026-11-23') },
      '4 2026-11-30T14:00',
    ],
    [
      'does not catch up on those due before the first email',
      '2026-11-21T20:00Z',
      { since: '2026-11-21' },
      '3 2026-11-23T14:00',
    ],
    [
      'skips the one due on the day of the first email',
      '2026-11-17T15:00Z',
      { since: '2026-11-17' },
      '2 2026-11-20T14:00',
    ],
    [
      'is the later of two when the earlier would be sent on its day',
      '2026-11-17T15:00Z',
      { busy: ['2026-11-17', '2026-11-18', '2026-11-19'] },
      '2 2026-11-20T14:00',
    ],
    [
      'is the one due the day after the first email',
      '2026-11-16T20:00Z',
      { since: '2026-11-16' },
      '1 2026-11-17T14:00',
    ],
    ['is none when first emailed on the day of the last', '2026-11-30T15:00Z', { since: '2026-11-30' }, null],
    ['is none when first emailed long after', '2026-12-21T20:00Z', { since: '2026-12-21' }, null],
  ])('%s', (_, now, input, expected) => {
    expect(next(now, { ...invoice, ...input })).toBe(expected);
  });
});

describe('over two years', () => {
  const ZONES = [NEW_YORK, 'America/Denver', 'America/Phoenix', 'Pacific/Honolulu', 'America/Anchorage'];
  const START = Date.parse('2026-01-01T05:00:00Z');
  const HOUR_MS = 3_600_000;
  const isByDay = (at: number, timeZone: string) => {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', hourCycle: 'h23' });
    const hour = Number(format.format(at));
    return hour >= 9 && hour < 21;
  };

  it('sends every number once, by day, never on a day with another email, whatever the clocks and servers do', () => {
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
          // Hours between two checks: minutes, days without a server, a clock that is set back.
          steps: fc.array(fc.integer({ min: -30, max: 90 }), { minLength: 20, maxLength: 120 }),
        }),
        ({ zone, start, plan, busy: offsets, steps }) => {
          const startedAt = START + start * HOUR_MS;
          const base = dayInZone(new Date(startedAt), zone);
          const busy = offsets.map((offset) => addDays(base, offset));
          const went: { number: number; day: string; at: number }[] = [];
          const input = { base, since: base, days: planDays(plan), gap: plan.every_days, busy, zone };
          let at = startedAt;
          let open = startedAt;
          let outage = 0;
          for (const step of [...steps, ...Array.from({ length: 900 }, () => 11)]) {
            at = Math.max(startedAt, at + step * HOUR_MS + 7 * 60_000);
            const found = nextReminder({ ...input, sent: went, now: new Date(at) });
            outage = Math.max(outage, at - open);
            if (isByDay(at, zone)) open = Math.max(open, at);
            if (found === null || found.at.getTime() > at) continue;
            went.push({ number: found.number, day: dayInZone(new Date(at), zone), at });
          }
          const numbers = went.map(({ number }) => number);
          expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
          // A longer gap between checks by day may have skipped the last reminder.
          if (outage <= 5 * 24 * HOUR_MS && busy.length === 0) expect(numbers.at(-1)).toBe(plan.most);
          for (const [n, { day, at: sentAt }] of went.entries()) {
            expect(busy).not.toContain(day);
            expect(isByDay(sentAt, zone)).toBe(true);
            expect(day >= addDays(base, plan.first_days)).toBe(true);
            const before = went[n - 1];
            if (before) expect(day >= addDays(before.day, plan.every_days)).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('sends nothing more than a week after its day and interval, and catches up after an outage of a day', () => {
    fc.assert(
      fc.property(
        fc.record({
          plan: fc.record({
            first_days: fc.integer({ min: 1, max: 30 }),
            every_days: fc.integer({ min: 1, max: 30 }),
            most: fc.integer({ min: 1, max: 10 }),
          }),
          went: fc.option(fc.record({ number: fc.integer({ min: 1, max: 10 }), day: fc.nat(300) }), {
            nil: null,
          }),
          hours: fc.integer({ min: 0, max: 400 * 24 }),
        }),
        ({ plan, went, hours }) => {
          const base = '2026-01-01';
          const days = planDays(plan);
          const now = new Date(START + hours * HOUR_MS);
          const sent = went ? [{ number: went.number, day: addDays(base, went.day) }] : [];
          const input = { base, since: base, days, gap: plan.every_days, busy: [], zone: NEW_YORK };
          const found = nextReminder({ ...input, sent, now });
          const today = dayInZone(now, NEW_YORK);
          const due = days.map((day, n) => ({
            number: n + 1,
            day: addDays(base, Math.max(day, went ? went.day + plan.every_days : 0)),
          }));
          const left = due.filter(
            ({ number, day }) => number > (went?.number ?? 0) && addDays(day, 6) >= today,
          );
          if (left.length > 0) expect(found).not.toBeNull();
          if (found === null) return;
          const of = due[found.number - 1]?.day ?? '';
          expect(dayInZone(found.at, NEW_YORK) <= addDays(of, 7)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
    const late = { sent: sent('2026-11-04'), now: new Date('2026-11-08T15:00:00Z') };
    expect(next('2026-11-08T15:00:00Z', late)).toBe('2 2026-11-08T15:00');
    expect(next('2026-11-08T15:00:00Z', { ...late, sent: sent('2026-11-04', '2026-11-08') })).toBe(
      '3 2026-11-11T14:00',
    );
  });

  it('starts the quiet hours at 9 in the evening of the same day', () => {
    expect(endOfSendingDay(new Date('2026-11-01T15:00:00Z'), NEW_YORK).toISOString()).toBe(
      '2026-11-02T02:00:00.000Z',
    );
    expect(endOfSendingDay(new Date('2026-07-01T15:00:00Z'), NEW_YORK).toISOString()).toBe(
      '2026-07-02T01:00:00.000Z',
    );
  });
});

describe('a form', () => {
  it.each([
    ['own', false, true],
    ['own', true, true],
    ['off', true, false],
    ['default', true, true],
    ['default', false, false],
    [null, true, true],
    [null, false, false],
  ] as const)(
    'with the mode %s while the brokerage reminds (%s) is reminded: %s',
    (mode, reminders_on, expected) => {
      expect(isFormReminded(mode, { reminders_on })).toBe(expected);
    },
  );
});
