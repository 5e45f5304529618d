import { describe, expect, it } from 'vitest';
import { compareStatement, policyOfLine } from './rules.ts';

const term = (start: string, end: string, status: 'active' | 'quoted' = 'active') => ({
  ...{ status, effective_date: start, end_date: end },
});

describe('the policy of a line', () => {
  const before = term('2025-01-01', '2025-12-31');
  const now = term('2026-01-01', '2026-12-31');
  it.each([
    [[], '2026-10', 'unknown'],
    [[before], '2026-10', before],
    [[before, now], '2026-10', now],
    [[before, now], '2025-12', before],
    [[before, now], '2027-01', 'ambiguous'],
    [[now, { ...now }], '2026-10', 'ambiguous'],
    [[term('2026-01-01', '2026-12-31', 'quoted'), now], '2026-10', now],
  ])('among %j in %s is %j', (candidates, month, policy) =>
    expect(policyOfLine(candidates, month)).toEqual(policy),
  );
});

const policy = (id: number, changes = {}) =>
  ({
    ...{ id, line: 'health' as const, premium_cents: null, members: 1, is_of_carrier: true },
    ...term('2026-01-01', '2026-12-31'),
    ...changes,
  }) as const;
const line = (id: number, policy_id: number | null, amount_cents: number, changes = {}) => ({
  ...{ id, policy_id, amount_cents, period: null, is_duplicate: false, is_ambiguous: false },
  ...changes,
});
/** 1,800 cents for each policy and month in force. */
const flat = ({ effective_date, end_date }: ReturnType<typeof policy>, month: string) =>
  month >= effective_date.slice(0, 7) && month <= end_date.slice(0, 7) ? 1800 : 0;

function resultOf(
  lines: ReturnType<typeof line>[],
  changes = {},
  expectedIn: typeof flat | (() => null) = flat,
  usualMonth = '2026-10',
) {
  const rows = compareStatement(
    { month: '2026-10', usualMonth, policies: [policy(1, changes)], lines },
    expectedIn,
  );
  return rows.map(({ result, expected_cents, paid_cents }) => [result, expected_cents, paid_cents]);
}

describe('a policy and its lines', () => {
  it.each([
    [[line(1, 1, 1800)], [['as_expected', 1800, 1800]]],
    [[line(1, 1, 1801)], [['as_expected', 1800, 1801]]],
    [[line(1, 1, 1799)], [['as_expected', 1800, 1799]]],
    [[line(1, 1, 1802)], [['over', 1800, 1802]]],
    [[line(1, 1, 1798)], [['under', 1800, 1798]]],
    [[line(1, 1, 0)], [['under', 1800, 0]]],
    [[], [['missing', 1800, 0]]],
    [[line(1, 1, 1000), line(2, 1, 800)], [['as_expected', 1800, 1800]]],
    [[line(1, 1, 1800), line(2, 1, 1800, { is_duplicate: true })], [['duplicate', 1800, 3600]]],
    [[line(1, 1, -1800)], [['chargeback', 1800, -1800]]],
    [[line(1, 1, 1800), line(2, 1, -1800, { period: '2026-07' })], [['chargeback', 1800, 0]]],
    // In arrears, and two months at once.
    [[line(1, 1, 1800, { period: '2026-09' })], [['as_expected', 1800, 1800]]],
    [[line(1, 1, 1800, { period: '2026-09' }), line(2, 1, 1800)], [['as_expected', 3600, 3600]]],
    [[line(1, 1, 1800, { period: '2025-12' })], [['over', 0, 1800]]],
    [
      [line(1, null, 500)],
      [
        ['missing', 1800, 0],
        ['unknown', null, 500],
      ],
    ],
    [
      [line(1, null, 500, { is_ambiguous: true })],
      [
        ['missing', 1800, 0],
        ['ambiguous', null, 500],
      ],
    ],
    // A policy that this agent cannot see.
    [
      [line(1, 99, 500)],
      [
        ['missing', 1800, 0],
        ['unknown', null, 500],
      ],
    ],
  ])('%j: %j', (lines, rows) => expect(resultOf(lines)).toEqual(rows));

  it('is not listed outside its term or for another carrier, unless a line pays it', () => {
    expect(resultOf([], { end_date: '2026-09-30' })).toEqual([]);
    expect(resultOf([], { is_of_carrier: false })).toEqual([]);
    expect(resultOf([line(1, 1, 1800)], { is_of_carrier: false })).toEqual([['as_expected', 1800, 1800]]);
  });

  it('without a line is compared in the month that most lines pay for', () => {
    expect(resultOf([], { end_date: '2026-09-30' }, flat, '2026-09')).toEqual([['missing', 1800, 0]]);
    expect(resultOf([], { effective_date: '2026-10-01' }, flat, '2026-09')).toEqual([]);
    expect(resultOf([], { effective_date: '2026-10-01' }, () => null, '2026-09')).toEqual([]);
  });

  it('is not known without a rate, whether it is paid or not', () => {
    expect(resultOf([line(1, 1, 1800)], {}, () => null)).toEqual([['no_rate', null, 1800]]);
    expect(resultOf([], {}, () => null)).toEqual([['no_rate', null, 0]]);
  });

  it('has exactly the sum of all lines over all rows', () => {
    const lines = [line(1, 1, 1800), line(2, 1, -50), line(3, null, 7), line(4, 2, 1), line(5, 99, 11)];
    const rows = compareStatement(
      { month: '2026-10', usualMonth: '2026-10', policies: [policy(1), policy(2)], lines },
      flat,
    );
    expect(rows.reduce((sum, { paid_cents }) => sum + paid_cents, 0)).toBe(1769);
    expect(rows.flatMap(({ line_ids }) => line_ids).sort()).toEqual([1, 2, 3, 4, 5]);
  });
});
