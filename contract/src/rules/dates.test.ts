import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, dayOfNumber, isoText } from './calendar.ts';
import {
  ageOn,
  dateDisplay,
  dateShort,
  followUpText,
  isCalendarDate,
  isInstant,
  newClientDefaultDob,
  parseUsDate,
} from './dates.ts';

describe('calendar', () => {
  it('agrees with the UTC calendar and counts days one by one', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-30'), noInvalidDate: true }),
        (date) => {
          const [year = 0, month = 0, day = 0] = date.toISOString().slice(0, 10).split('-').map(Number);
          const number = dayNumber({ year, month, day });
          expect(dayOfNumber(number)).toEqual({ year, month, day });
          const nextDay = new Date(Date.UTC(year, month - 1, day + 1)).toISOString().slice(0, 10);
          expect(isoText(dayOfNumber(number + 1))).toBe(nextDay);
        },
      ),
    );
  });

  it.each([
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['0000-01-01', false],
    ['2026-01-01T00:00:00Z', false],
    ['', false],
  ])('%s is a calendar date: %s', (text, real) => {
    expect(isCalendarDate(text)).toBe(real);
  });
});

it.each([
  ['2024-02-29T23:59:59.999Z', true],
  ['2026-11-24 03:04:05.123456+00', true],
  ['2026-11-24 03:04:05-05:30', true],
  ['2026-11-24T03:04:05.123456Z', true],
  ['2026-02-30T00:00:00.000Z', false],
  ['2026-11-24T25:00:00.000Z', false],
  ['2026-11-24 03:61:05+00', false],
  ['2026-11-24', false],
  ['', false],
])('%s is an instant: %s', (text, real) => {
  expect(isInstant(text)).toBe(real);
});

describe('ageOn', () => {
  it.each([
    ['1990-05-31', '2026-05-30', 35],
    ['1990-05-31', '2026-05-31', 36],
    ['2000-02-29', '2026-02-28', 25],
    ['2000-02-29', '2026-03-01', 26],
    ['2026-01-01', '2026-01-01', 0],
    ['2026-01-02', '2026-01-01', null],
    [null, '2026-01-01', null],
    ['soon', '2026-01-01', null],
  ])('born %s, on %s: %s', (dob, today, age) => {
    expect(ageOn({ dob, today })).toBe(age);
  });
});

describe('dates in words', () => {
  it.each([
    ['2026-03-13', 'in 3 days'],
    ['2026-03-11', 'in 1 day'],
    ['2026-03-10', 'today'],
    ['2026-03-09', '1 day ago'],
    ['2025-03-10', '365 days ago'],
    [null, null],
    ['', null],
  ])('follow-up %s reads %s', (date, text) => {
    expect(followUpText({ date, today: '2026-03-10' })).toBe(text);
  });

  it('shows the stored day, whatever the time zone', () => {
    expect(dateDisplay('1990-05-31')).toBe('05/31/1990');
    expect(dateDisplay('1990-05-31T00:00:00.000Z')).toBe('05/31/1990');
    expect(dateDisplay(null)).toBe('');
    expect(dateDisplay('unknown')).toBe('unknown');
    expect(dateShort('2024-01-05')).toBe('Jan 5, 2024');
    expect(dateShort('')).toBe('');
  });

  it.each([
    ['2026-03-10', '2001-03-10'],
    ['2028-02-29', '2003-02-28'],
  ])('a new client on %s is born %s', (today, dob) => {
    expect(newClientDefaultDob({ today })).toBe(dob);
  });
});

describe('parseUsDate', () => {
  it.each([
    ['05/31/1990', '1990-05-31'],
    ['5/1/90', '1990-05-01'],
    ['1/2/29', '2029-01-02'],
    ['1/2/30', '1930-01-02'],
    ['1-2-2004', '2004-01-02'],
    [' 2004-01-02 ', '2004-01-02'],
    ['2/29/2024', '2024-02-29'],
    ['2/29/2023', null],
    ['13/01/2020', null],
    ['1/32/2020', null],
    ['0/1/2020', null],
    ['1/2-2020', null],
    ['1/2/202', null],
    ['1/2/0099', null],
    ['', null],
    [null, null],
  ])('%s is %s', (text, iso) => {
    expect(parseUsDate(text)).toBe(iso);
  });

  it('reads back what dateDisplay shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 366_000, max: 3_650_000 }), (number) => {
        const iso = isoText(dayOfNumber(number));
        expect(parseUsDate(dateDisplay(iso))).toBe(iso);
      }),
    );
  });
});
