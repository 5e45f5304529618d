import { expect, it } from 'vitest';
import {
  isAbovePremium,
  isPolicyDay,
  nextTerm,
  policyNumberKey,
  policyStatusLabel,
  usualEndDate,
} from './policies.ts';

const policy = { status: 'active', effective_date: '2026-01-01', end_date: '2026-12-31' } as const;

it.each([
  [{ ...policy, today: '2025-12-31' }, 'Upcoming'],
  [{ ...policy, today: '2026-01-01' }, 'Active'],
  [{ ...policy, today: '2026-12-31' }, 'Active'],
  [{ ...policy, today: '2027-01-01' }, 'Ended'],
  [{ ...policy, effective_date: null, end_date: null, today: '2027-01-01' }, 'Active'],
  [{ ...policy, status: 'quoted', today: '2027-01-01' }, 'Quoted'],
  [{ ...policy, status: 'lapsed', today: '2027-01-01' }, 'Lapsed'],
  [{ ...policy, status: 'submitted', today: '2025-12-31' }, 'Submitted'],
] as const)('a policy %j is shown as %s', (shown, label) => expect(policyStatusLabel(shown)).toBe(label));

it.each([
  ['2026-12-31', { effective_date: '2027-01-01', end_date: '2027-12-31' }],
  ['2026-11-30', { effective_date: '2026-12-01', end_date: '2027-11-30' }],
  ['2027-02-28', { effective_date: '2027-03-01', end_date: '2028-02-29' }],
  ['2028-02-28', { effective_date: '2028-02-29', end_date: '2029-02-28' }],
  ['2026-11-15', { effective_date: '2026-11-16', end_date: '2027-11-15' }],
  ['2028-02-29', { effective_date: '2028-03-01', end_date: '2029-02-28' }],
])('the term after %s is %j', (end, next) => expect(nextTerm(end)).toEqual(next));

it.each([
  ['health', '2026-06-01', '2026-12-31'],
  ['part_d', '2026-01-01', '2026-12-31'],
  ['life', '2026-06-01', null],
  ['medigap', '2026-06-01', null],
] as const)('a %s policy from %s usually ends on %s', (line, effective_date, end) =>
  expect(usualEndDate({ line, effective_date })).toBe(end),
);

it.each([
  ['H-55-1234 9876', 'H5512349876'],
  ['h5512349876', 'H5512349876'],
  ['00012345', '12345'],
  ['U00012345', 'U00012345'],
  ['000', ''],
  [' – ', ''],
])('the number %j has the key %j', (number, key) => expect(policyNumberKey(number)).toBe(key));

it.each([
  ['1899-12-31', false],
  ['1900-01-01', true],
  ['2199-12-31', true],
  ['2200-01-01', false],
  ['9999-12-31', false],
])('a policy may begin or end on %s: %s', (day, expected) => expect(isPolicyDay(day)).toBe(expected));

it.each([
  [{ premium_cents: 100, subsidy_cents: 101 }, true],
  [{ premium_cents: 100, subsidy_cents: 100 }, false],
  [{ premium_cents: 0, subsidy_cents: 1 }, true],
  [{ premium_cents: null, subsidy_cents: 1 }, false],
  [{ premium_cents: 100, subsidy_cents: null }, false],
  [{ subsidy_cents: 1 }, false],
])('the amounts %j have a subsidy above the premium: %s', (amounts, expected) =>
  expect(isAbovePremium(amounts)).toBe(expected),
);
