import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { expect, it } from 'vitest';
import { namedCarriers } from './names/rules.ts';
import { type Choice, type Columns, candidatesOf, keyOf, policiesOf } from './rules.ts';

const known = namedCarriers(['Delta Dental', 'AvMed']);
const health = (name: string, premium: number | null = null): Columns => ({
  current_health_plan_name: name,
  health_plan_premium: premium,
});

const choose = (columns: Columns, lines: Partial<Record<FieldName, Choice>>) => {
  const { candidates } = candidatesOf(columns, known);
  const choices = candidates.flatMap((candidate) => {
    const { column, line, carrier } = candidate;
    const choice = lines[column] ?? (line && carrier !== '' ? { line, carrier } : null);
    return choice ? [[keyOf(candidate), choice] as const] : [];
  });
  return policiesOf(candidates, new Map(choices)).map(
    ({ line, carrier, plan_name, amounts, agent_of_record, notes }) =>
      [line, carrier, plan_name, amounts[0]?.cents, agent_of_record, notes].join('|'),
  );
};

it.each<[string, Columns, Partial<Record<FieldName, Choice>>, string[]]>([
  [
    'one policy of a plan and its column',
    { ...health('Oscar Silver', 300), oscar: 300, aor: 'Hal' },
    {},
    ['health|Oscar|Oscar Silver|300|Hal|'],
  ],
  [
    'different premiums',
    { ...health('Oscar Silver', 300), oscar: 400 },
    {},
    [
      'health|Oscar|Oscar Silver|300||The client’s columns had different premiums: Health premium $3.00, Oscar premium $4.00.',
    ],
  ],
  [
    'a column whose line and carrier an agent chose',
    { ...health('Silver'), oscar: 400 },
    {
      current_health_plan_name: { line: 'health', carrier: 'Oscar' },
      oscar: { line: 'health', carrier: 'OSCAR' },
    },
    ['health|Oscar|Silver|400||'],
  ],
  [
    'two plans of one line and carrier',
    { ...health('Oscar Silver'), gap_plan_name: 'Oscar Gap' },
    {
      gap_plan_name: { line: 'health', carrier: 'Oscar' },
    },
    ['health|Oscar|Oscar Silver|||', 'health|Oscar|Oscar Gap|||'],
  ],
  [
    'a name that is too long for a policy',
    health(`Oscar ${'x'.repeat(193)}😀 Gold`),
    {},
    [`health|Oscar|Oscar ${'x'.repeat(193)}…|||The whole name of the plan: Oscar ${'x'.repeat(193)}😀 Gold.`],
  ],
  [
    'a name that is just short enough',
    health(`Oscar ${'x'.repeat(194)}`),
    {},
    [`health|Oscar|Oscar ${'x'.repeat(194)}|||`],
  ],
  ['nothing that was not chosen', { ...health('Silver'), oscar: 400 }, {}, []],
])('creates %s', (_, columns, lines, expected) => {
  expect(choose(columns, lines)).toEqual(expected);
});
