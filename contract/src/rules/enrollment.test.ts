import { describe, expect, it } from 'vitest';
import { defaultPeriods, periodEnd, planYearToConfirm } from './enrollment.ts';

describe('an enrollment period', () => {
  const autumn = { from: '10-15', to: '12-07' };
  const overNewYear = { from: '11-01', to: '01-15' };
  it.each([
    ['the day before it opens', autumn, '2026-10-14', null],
    ['its first day', autumn, '2026-10-15', '2026-12-07'],
    ['its last day', autumn, '2026-12-07', '2026-12-07'],
    ['the day after it closed', autumn, '2026-12-08', null],
    ['the first day of one over New Year', overNewYear, '2026-11-01', '2027-01-15'],
    ['New Year', overNewYear, '2027-01-01', '2027-01-15'],
    ['the last day of one over New Year', overNewYear, '2027-01-15', '2027-01-15'],
    ['the day after that', overNewYear, '2027-01-16', null],
    ['the day before it opens again', overNewYear, '2027-10-31', null],
    ['the day after the only day of one', { from: '03-01', to: '03-01' }, '2026-03-02', null],
    ['the only day of one of a single day', { from: '03-01', to: '03-01' }, '2026-03-01', '2026-03-01'],
  ])('on %s', (_, period, today, end) => {
    expect(periodEnd(period, today)).toBe(end);
  });
});

/** The plan year of the default marketplace period on a day, and its last day while it is open. */
function marketplaceOn(today: string) {
  const period = defaultPeriods(today).find(({ name }) => name.startsWith('Marketplace'));
  return period && [period.plan_year, periodEnd(period, today)];
}

describe('the default marketplace period', () => {
  it.each([
    ['its first day for plan year 2026', '2025-11-01', [2026, '2026-01-15']],
    ['its last day for plan year 2026', '2026-01-15', [2026, '2026-01-15']],
    ['the day after that', '2026-01-16', [2027, null]],
    ['the day before it opens for plan year 2027', '2026-10-31', [2027, null]],
    ['its first day for plan year 2027', '2026-11-01', [2027, '2026-12-15']],
    ['its last day for plan year 2027', '2026-12-15', [2027, '2026-12-15']],
    ['the day after it closed in the same year', '2026-12-16', [2027, null]],
    ['New Year', '2027-01-01', [2028, null]],
    ['the former last day', '2027-01-15', [2028, null]],
    ['its last day for plan year 2028', '2027-12-15', [2028, '2027-12-15']],
  ] as const)('on %s', (_, today, expected) => {
    expect(marketplaceOn(today)).toEqual(expected);
  });
});

it('names the plan year and the source of each default period', () => {
  expect(defaultPeriods('2026-11-26')).toEqual([
    {
      name: 'Medicare open enrollment',
      from: '10-15',
      to: '12-07',
      plan_year: 2027,
      source: '42 CFR 422.62(a)(2)',
    },
    {
      name: 'Marketplace open enrollment',
      from: '11-01',
      to: '12-15',
      plan_year: 2027,
      source: '45 CFR 155.410(e), HealthCare.gov (90 FR 27074, June 25, 2025)',
    },
  ]);
});

it.each([
  ['while the period of the old plan year is open', '2026-01-15', 2026],
  ['from the day after it', '2026-01-16', 2027],
  ['until the end of the year', '2026-12-31', 2027],
  ['from New Year', '2027-01-01', 2028],
] as const)('asks to confirm the days once for each plan year: %s', (_, today, year) => {
  expect(planYearToConfirm(today)).toBe(year);
});
