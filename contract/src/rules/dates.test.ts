import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, dayOfNumber, isoText } from './calendar.ts';
import {
  ageOn,
  birthDateError,
  dateDisplay,
  dateOrderEvidence,
  dateShort,
  fileDateOrder,
  followUpText,
  isCalendarDate,
  isEmptyDate,
  isInstant,
  newClientDefaultDob,
  parseDate,
  upcomingDays,
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

const TODAY = '2026-11-26';

describe('parseDate', () => {
  it.each([
    ['05/31/1990', '1990-05-31'],
    ['1-2-2004', '2004-01-02'],
    ['5.31.1990', '1990-05-31'],
    ['5 / 31 / 1990', '1990-05-31'],
    [' 2004-01-02 ', '2004-01-02'],
    ['2004/1/2', '2004-01-02'],
    ['2004.01.02', '2004-01-02'],
    ['19900531', '1990-05-31'],
    ['05311990', '1990-05-31'],
    ['2/29/2024', '2024-02-29'],
    ['March 5, 1980', '1980-03-05'],
    ['Mar. 5 1980', '1980-03-05'],
    ['MARCH 5TH, 1980', '1980-03-05'],
    ['Wednesday, March 5, 1980', '1980-03-05'],
    ['Sept 5, 1980', '1980-09-05'],
    ['5 March 1980', '1980-03-05'],
    ['5-Mar-1980', '1980-03-05'],
    ['05MAR1980', '1980-03-05'],
    ['1980 Mar 5', '1980-03-05'],
    ['5 de marzo de 1980', '1980-03-05'],
    ['5 de março de 1980', '1980-03-05'],
    ['1º de janeiro de 1980', '1980-01-01'],
    ['miércoles, 5 de marzo del 1980', '1980-03-05'],
    ['quarta-feira, 5 de dezembro de 1980', '1980-12-05'],
    ['enero 5, 1980', '1980-01-05'],
    ['ago 5, 1980', '1980-08-05'],
    ['2/29/2023', null],
    ['13/01/2020', null],
    ['31.12.1990', null],
    ['1/32/2020', null],
    ['0/1/2020', null],
    ['1/2-2020', null],
    ['1/2/202', null],
    ['1/2/0099', null],
    ['20111990', null],
    ['Marchy 5, 1980', null],
    ['Ma 5, 1980', null],
    ['March 32, 1980', null],
    ['5 bananas 1980', null],
    ['--05-31', null],
    ['0/0/00', null],
    ['5/1/90', null],
    ['', null],
    [null, null],
  ])('%j is %s', (text, iso) => {
    expect(parseDate(text)).toBe(iso);
  });

  it.each([
    ['5/1/90', '1990-05-01', '2090-05-01'],
    ['1/2/26', '2026-01-02', '2026-01-02'],
    ['11/26/26', '2026-11-26', '2026-11-26'],
    ['11/27/26', '1926-11-27', '2026-11-27'],
    ['1/2/27', '1927-01-02', '2027-01-02'],
    ['1/2/05', '2005-01-02', '2105-01-02'],
    ['1/2/06', '2006-01-02', '2006-01-02'],
    ['5/31/31', '1931-05-31', '2031-05-31'],
    ['2/29/24', '2024-02-29', '2024-02-29'],
    ['5-Mar-31', '1931-03-05', '2031-03-05'],
    ["March 5, '31", '1931-03-05', '2031-03-05'],
  ])('%s is %s of a birth and %s of another date', (text, birth, other) => {
    expect(parseDate(text, { today: TODAY, isBirth: true })).toBe(birth);
    expect(parseDate(text, { today: TODAY })).toBe(other);
  });

  it('reads the day first where the file does', () => {
    expect(parseDate('31/12/1990', { order: 'dmy' })).toBe('1990-12-31');
    expect(parseDate('5.4.1990', { order: 'dmy' })).toBe('1990-04-05');
    expect(parseDate('12/31/1990', { order: 'dmy' })).toBeNull();
    expect(parseDate('1990-12-31', { order: 'dmy' })).toBe('1990-12-31');
  });

  it('reads back what dateDisplay shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 366_000, max: 3_650_000 }), (number) => {
        const iso = isoText(dayOfNumber(number));
        expect(parseDate(dateDisplay(iso))).toBe(iso);
      }),
    );
  });
});

describe('the order of month and day', () => {
  it.each([
    [['5/31/1990', '1/2/1990'], 'mdy'],
    [['31/5/1990', '1/2/1990'], 'dmy'],
    [['31.05.1990 10:00', ''], 'dmy'],
    [['1/2/1990', '5/6/90'], 'either'],
    [['5/31/1990', '31/5/1990'], 'both'],
    [['5/5/1990', '1990-05-31', '13/45/2020', '0/0/00', 'x'.repeat(100_000)], null],
  ])('%j determines %s', (texts, evidence) => {
    expect(dateOrderEvidence(texts)).toBe(evidence);
  });

  it.each([
    [[null, 'mdy', 'either'], 'mdy'],
    [['dmy', 'either'], 'dmy'],
    [['either', null], 'unclear'],
    [['mdy', 'dmy'], 'unclear'],
    [['both'], 'unclear'],
    [[null], 'mdy'],
    [[], 'mdy'],
  ] as const)('of columns with %j is %s', (evidence, order) => {
    expect(fileDateOrder(evidence)).toBe(order);
  });
});

it.each([
  ['0/0/00', true],
  ['00/00/0000', true],
  ['0000-00-00 00:00:00', true],
  ['--05-31', true],
  ['--0531', true],
  ['-', true],
  ['10/10/2010', false],
  ['2000-10-20', false],
])('%s stands for a missing date: %s', (text, isMissing) => {
  expect(isEmptyDate(text)).toBe(isMissing);
});

it.each([
  [TODAY, null],
  ['2026-11-27', 'future'],
  ['1896-11-26', null],
  ['1896-11-25', 'too_old'],
])('%s as a birth date is %s', (dob, error) => {
  expect(birthDateError(dob, TODAY)).toBe(error);
});

describe('an upcoming date', () => {
  const read = (text: string, today = '2026-11-26') => parseDate(text, { today, isUpcoming: true });

  it.each([
    ['12/2', '2026-12-02'],
    ['11/26', '2026-11-26'],
    ['11/25', '2027-11-25'],
    ['1-5', '2027-01-05'],
    ['Dec 2', '2026-12-02'],
    ['dec. 2', '2026-12-02'],
    ['2 Dec', '2026-12-02'],
    ['2 de dezembro', null],
    ['2/29', '2028-02-29'],
    ['today', '2026-11-26'],
    ['Tomorrow', '2026-11-27'],
    ['12/02/2026', '2026-12-02'],
    ['12/2/26', '2026-12-02'],
    ['13/2', null],
    ['2/30', null],
    ['Foo 2', null],
    ['12', null],
    ['', null],
  ])('%j is %s', (text, date) => {
    expect(read(text)).toBe(date);
  });

  it('finds a leap day up to eight years ahead', () => {
    expect(read('2/29', '2096-03-01')).toBe('2104-02-29');
  });

  it('is not read without a year in other fields', () => {
    expect(parseDate('12/2', { today: '2026-11-26' })).toBeNull();
    expect(parseDate('tomorrow', { today: '2026-11-26' })).toBeNull();
  });

  it('is offered for tomorrow, in a week and in a month', () => {
    expect(upcomingDays('2026-12-31').map(({ day }) => day)).toEqual([
      '2027-01-01',
      '2027-01-07',
      '2027-01-31',
    ]);
    expect(upcomingDays('2027-01-31').map(({ day }) => day)).toEqual([
      '2027-02-01',
      '2027-02-07',
      '2027-02-28',
    ]);
  });
});
