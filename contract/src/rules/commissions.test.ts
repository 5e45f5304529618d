import { describe, expect, it } from 'vitest';
import { type CommissionedPolicy, expectedCommission, isInForce, rateInMonth } from './commissions.ts';

const policy: CommissionedPolicy = {
  ...{ line: 'health', status: 'active', effective_date: '2026-01-15', end_date: '2026-12-31' },
  ...{ premium_cents: 41_250, members: 3 },
};

it.each([
  [{}, '2025-12', false],
  [{}, '2026-01', true],
  [{}, '2026-12', true],
  [{}, '2027-01', false],
  [{ effective_date: null, end_date: null }, '2020-01', true],
  [{ end_date: '2026-06-01' }, '2026-06', true],
  [{ status: 'cancelled', end_date: '2026-06-30' }, '2026-06', true],
  [{ status: 'cancelled', end_date: '2026-06-30' }, '2026-07', false],
  [{ status: 'lapsed', end_date: null }, '2026-06', false],
  [{ status: 'quoted' }, '2026-06', false],
  [{ status: 'submitted' }, '2026-06', false],
] as const)('a policy with %j in %s is in force: %s', (changes, month, isForce) =>
  expect(isInForce({ ...policy, ...changes }, month)).toBe(isForce),
);

describe('the expected commission of a month', () => {
  it.each([
    ['flat', 1800, {}, 1800],
    ['per_member', 2000, {}, 6000],
    ['per_member', 2000, { members: 1 }, 2000],
    ['per_member', 2000, { members: 0 }, 0],
    // 4% of $412.50
    ['percent', 400, {}, 1650],
    // 0.5 cents are rounded up, less is rounded down.
    ['percent', 100, { premium_cents: 50 }, 1],
    ['percent', 100, { premium_cents: 49 }, 0],
    ['percent', 333, { premium_cents: 10_015 }, 333],
    ['percent', 11_000, { premium_cents: 10_000 }, 11_000],
    ['percent', 0, {}, 0],
    ['percent', 400, { premium_cents: 0 }, 0],
    ['percent', 20_000, { premium_cents: 1_000_000_000 }, 2_000_000_000],
    ['percent', 400, { premium_cents: null }, null],
    ['flat', 1800, { premium_cents: null }, 1800],
    ['flat', 1800, { status: 'quoted' }, 0],
    // No proration: the policy ends on June 1.
    ['flat', 1800, { end_date: '2026-06-01' }, 1800],
    ['flat', 1800, { end_date: '2026-05-31' }, 0],
  ] as const)('%s of %i for a policy with %j is %s', (basis, amount, changes, cents) =>
    expect(expectedCommission({ ...policy, ...changes }, '2026-06', { basis, amount })).toBe(cents),
  );

  it('is unknown without a rate, and zero outside the term', () => {
    expect(expectedCommission(policy, '2026-06', null)).toBeNull();
    expect(expectedCommission(policy, '2027-06', null)).toBe(0);
  });
});

describe('the rate of a month', () => {
  const rates = [
    { line: 'health', effective_date: '2026-01-01', amount: 1 },
    { line: 'health', effective_date: '2026-07-15', amount: 2 },
    { line: 'dental', effective_date: '2025-01-01', amount: 3 },
  ] as const;
  it.each([
    ['health', '2025-12', null],
    ['health', '2026-01', 1],
    ['health', '2026-06', 1],
    ['health', '2026-07', 2],
    ['dental', '2026-07', 3],
    ['vision', '2026-07', null],
  ] as const)('of %s in %s is %s', (line, month, amount) =>
    expect(rateInMonth(rates, line, month)?.amount ?? null).toBe(amount),
  );
});
