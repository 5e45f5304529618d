import type { ColumnPlan } from '@ledgerline/contract/policies/client-columns/endpoints';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../domain/use-column-review.ts';
import { decidedPlan, missingOf, nextDecision, plansIn } from './decided-plans.ts';

const aPlan = (changes: Partial<ColumnPlan>): ColumnPlan => ({
  ...{ key: 'a', column: 'current_health_plan_name', plan_name: 'Silver', carrier_column: null },
  ...{ clients: 1, different: 0, line: 'health', carrier: 'Oscar', problem: null },
  example: { client_id: 7, client_name: 'Ana Ruiz', premium_cents: null },
  ...changes,
});

describe('a plan that the agent changes', () => {
  const open = aPlan({ carrier: '' });
  const mayBeTwo = aPlan({ problem: 'several_plans', carrier: '' });
  it.each<[string, ColumnPlan, Decision, Decision, boolean]>([
    ['is chosen once it is complete', open, {}, { carrier: 'F' }, true],
    ['is not chosen while it is incomplete', open, {}, { line: 'dental' }, false],
    [
      'stays chosen while the carrier is typed again',
      open,
      { carrier: 'F', isChosen: true },
      { carrier: '' },
      true,
    ],
    ['stays chosen if it was chosen by default', aPlan({}), {}, { carrier: '' }, true],
    ['stays out if the agent left it out', open, { isChosen: false }, { carrier: 'Florida Blue' }, false],
    ['is not chosen if it may be several plans', mayBeTwo, {}, { carrier: 'Oscar' }, false],
    [
      'is not chosen if it is of inactive clients',
      aPlan({ problem: 'inactive_client', carrier: '' }),
      {},
      { carrier: 'Oscar' },
      false,
    ],
    ['that may be several plans is chosen by the agent', mayBeTwo, {}, { isChosen: true }, true],
    [
      'that names several carriers is chosen with one',
      aPlan({ problem: 'several_carriers', carrier: '' }),
      {},
      { carrier: 'Oscar' },
      true,
    ],
  ])('%s', (_, plan, before, change, isChosen) => {
    expect(decidedPlan(plan, nextDecision(plan, before, change)).isChosen).toBe(isChosen);
  });
});

describe('the plans of a view', () => {
  const plans = [
    decidedPlan(aPlan({ key: 'a' })),
    decidedPlan(aPlan({ key: 'b', plan_name: 'Gold' }), { isChosen: false }),
    decidedPlan(aPlan({ key: 'c', carrier: '' })),
  ];
  it.each([
    ['all', '', [], 'a b c'],
    ['incomplete', '', [], 'c'],
    ['incomplete', '', ['a'], 'a c'],
    ['chosen', '', [], 'a'],
    ['chosen', '', ['b'], 'a b'],
    ['chosen', 'gold', ['a', 'b'], 'b'],
  ] as const)(
    'are those of the view “%s” that match the search “%s”, and those that it was opened with: %j',
    (view, q, opened, keys) => {
      const shown = plansIn({ view, q, opened: new Set<string>(opened), first: null }, plans);
      expect(shown.map(({ key }) => key).join(' ')).toBe(keys);
    },
  );
});

it.each([
  [{}, { line: 'dental', carrier: 'Delta' }, null],
  [{ line: null }, { line: 'dental', carrier: 'Delta' }, { line: 'dental' }],
  [{ line: null }, { line: null, carrier: 'Delta' }, null],
  [{ carrier: ' ' }, { line: 'dental', carrier: 'Delta' }, { carrier: 'Delta' }],
  [{ carrier: '' }, { line: 'dental', carrier: ' ' }, null],
] as const)('a plan with %j takes only its missing values from %j', (plan, filled, change) => {
  expect(missingOf(decidedPlan(aPlan(plan)), filled)).toEqual(change);
});
