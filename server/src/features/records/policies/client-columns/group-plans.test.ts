import { expect, it } from 'vitest';
import { Groups } from './group-plans.ts';
import { namedCarriers } from './names/rules.ts';
import { candidatesOf, isPolicyOf } from './rules.ts';

const known = namedCarriers([]);
const LIMIT = 2;

/** Adds one client for each text; those in upper case have the plan as a policy. */
function listed(names: string[]): string[] {
  const groups = new Groups(LIMIT);
  names.forEach((name, id) => {
    const [candidate] = candidatesOf({ current_health_plan_name: name }, known).candidates;
    if (candidate) groups.addPlan({ id, name: '' }, candidate, name === name.toUpperCase());
    else groups.addLeftOut({ id, name: '' }, { column: 'aor', reason: 'no_plan', text: name });
  });
  const { plans, left_out, not_listed } = groups.lists();
  return [
    ...plans.map(({ plan_name, clients }) => `${plan_name} ${clients}`),
    ...left_out.map(({ text, clients }) => `- ${text} ${clients}`),
    `${not_listed} more`,
  ];
}

it.each<[string, string[], string[]]>([
  ['all that fit', ['a', 'B', 'b', 'a', 'a'], ['a 3', 'B 2', '0 more']],
  ['those that are no policies first', ['A', 'B', 'B', 'c', 'd'], ['c 1', 'd 1', '3 more']],
  ['policies where there is room', ['A', 'B', 'c'], ['c 1', 'A 1', '1 more']],
  ['the first ones', ['a', 'b', 'c', 'c', 'a'], ['a 2', 'b 1', '2 more']],
  ['a plan that is a policy of some clients', ['A', 'B', 'c', 'b', 'B'], ['B 3', 'c 1', '1 more']],
  ['a plan of some clients for whom there is no room', ['A', 'c', 'd', 'a'], ['c 1', 'd 1', '2 more']],
  ['texts that are no plans', ['-', '--', '---', '-', 'a'], ['a 1', '- - 2', '- -- 1', '1 more']],
])('lists %s', (_, names, expected) => {
  expect(listed(names)).toEqual(expected);
});

it.each([
  [{ current_health_plan_name: 'OSCAR  Silver' }, true],
  [{ current_health_plan_name: 'Oscar Gold' }, false],
  [{ current_health_plan_name: `Oscar ${'x'.repeat(300)}` }, true],
  [{ cigna: 100 }, true],
  [{ oscar: 100 }, false],
  [{ dental_plan_premium: 100 }, false],
])('compares %j with the policies of the client', (columns, expected) => {
  const policies = [
    { carrier: 'Other', plan_name: 'Oscar silver' },
    { carrier: 'CIGNA', plan_name: '' },
    { carrier: 'Other', plan_name: `Oscar ${'x'.repeat(193)}…` },
  ];
  const [candidate] = candidatesOf(columns, known).candidates;
  expect(candidate && isPolicyOf(candidate, policies)).toBe(expected);
});
