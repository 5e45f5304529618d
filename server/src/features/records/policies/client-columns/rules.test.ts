import { CARRIER_COLUMNS, PLAN_COLUMNS } from '@ledgerline/contract/policies/client-columns/columns';
import { foldText, moneyDisplay } from '@ledgerline/contract/rules';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { namedCarriers } from './names/rules.ts';
import { type Candidate, type Columns, candidatesOf, keyOf, policiesOf } from './rules.ts';

const known = namedCarriers(['Delta Dental', 'AvMed']);

function shown({ column, plan_name, line, carrier, amounts, problem }: Candidate): string {
  const dollars = amounts.map(({ cents }) => cents / 100).join(' + ');
  return `${column}: ${plan_name} [${line ?? '?'}, ${carrier || '?'}] ${dollars}${problem ? ` !${problem}` : ''}`;
}
const read = (columns: Columns) => {
  const { candidates, leftOut } = candidatesOf(columns, known);
  return [
    ...candidates.map(shown),
    ...leftOut.map(({ column, text, reason }) => `- ${column}: ${text} ${reason}`),
  ];
};

const health = (name: string | null, premium: number | null = null): Columns => ({
  current_health_plan_name: name,
  health_plan_premium: premium,
});

it.each<[string, Columns, string[]]>([
  ['nothing', {}, []],
  ['a blank name', health('  '), []],
  [
    'a carrier in the name',
    health('OSCAR Silver  70', 41_250),
    ['current_health_plan_name: OSCAR Silver 70 [health, Oscar] 412.5'],
  ],
  [
    'a part of a word is not a carrier',
    health('Oscars Choice'),
    ['current_health_plan_name: Oscars Choice [health, ?] '],
  ],
  [
    'the longer name of a carrier',
    { dental_plan_name: 'Delta Dental PPO', delta: 2500 },
    ['dental_plan_name: Delta Dental PPO [dental, Delta Dental] 25'],
  ],
  [
    'the column of the carrier has the same premium',
    { ...health('Oscar Silver', 300), oscar: 300 },
    ['current_health_plan_name: Oscar Silver [health, Oscar] 3 + 3'],
  ],
  [
    'the column has another premium',
    { ...health('Oscar Silver', 300), oscar: 400 },
    ['current_health_plan_name: Oscar Silver [health, Oscar] 3 + 4'],
  ],
  [
    'only the column has a premium',
    { ...health('Oscar Silver'), oscar: 400 },
    ['current_health_plan_name: Oscar Silver [health, Oscar] 4'],
  ],
  [
    'a free plan',
    { ...health('Oscar Silver', 0), oscar: 0 },
    ['current_health_plan_name: Oscar Silver [health, Oscar] 0 + 0'],
  ],
  [
    'the amount determines the carrier',
    { ...health('Silver 70', 300), oscar: 300, molina: 400 },
    ['current_health_plan_name: Silver 70 [health, Oscar] 3 + 3', 'molina: [?, Molina] 4'],
  ],
  [
    'two columns have the amount',
    { ...health('Silver 70', 300), oscar: 300, molina: 300 },
    ['current_health_plan_name: Silver 70 [health, ?] 3', 'molina: [?, Molina] 3', 'oscar: [?, Oscar] 3'],
  ],
  [
    'two plans have the amount',
    { ...health('Silver', 300), dental_plan_name: 'PPO', dental_plan_premium: 300, oscar: 300 },
    [
      'current_health_plan_name: Silver [health, ?] 3',
      'dental_plan_name: PPO [dental, ?] 3',
      'oscar: [?, Oscar] 3',
    ],
  ],
  [
    'two plans of a carrier, one with the amount',
    {
      ...health('Humana Gold', 300),
      dental_plan_name: 'Humana PPO',
      dental_plan_premium: 25,
      humana: 25,
    },
    [
      'current_health_plan_name: Humana Gold [health, Humana] 3',
      'dental_plan_name: Humana PPO [dental, Humana] 0.25 + 0.25',
    ],
  ],
  [
    'two plans of a carrier, none with the amount',
    {
      ...health('Humana Gold', 300),
      dental_plan_name: 'Humana PPO',
      dental_plan_premium: 25,
      humana: 99,
    },
    [
      'current_health_plan_name: Humana Gold [health, Humana] 3',
      'dental_plan_name: Humana PPO [dental, Humana] 0.25',
      'humana: [?, Humana] 0.99',
    ],
  ],
  [
    'the column of a carrier with health plans, and another plan of it without a premium',
    { dental_plan_name: 'Cigna Dental 1500', cigna: 41_000 },
    ['dental_plan_name: Cigna Dental 1500 [dental, Cigna] ', 'cigna: [?, Cigna] 410'],
  ],
  [
    'the column of a carrier with health plans, and another plan of it with another premium',
    { dental_plan_name: 'Cigna Dental 1500', dental_plan_premium: 3500, cigna: 41_000 },
    ['dental_plan_name: Cigna Dental 1500 [dental, Cigna] 35', 'cigna: [?, Cigna] 410'],
  ],
  [
    'the column of a carrier with health plans, and another plan of it with the same premium',
    { dental_plan_name: 'Cigna Dental 1500', dental_plan_premium: 3500, cigna: 3500 },
    ['dental_plan_name: Cigna Dental 1500 [dental, Cigna] 35 + 35'],
  ],
  [
    'the column of a carrier with health plans, and a drug plan of it',
    { rx_plan_name: 'Humana Value', humana: 30_000 },
    ['rx_plan_name: Humana Value [part_d, Humana] ', 'humana: [?, Humana] 300'],
  ],
  [
    'the column of a carrier with health plans, and a Medicare plan of it',
    { ...health('Humana Medicare Advantage'), humana: 30_000 },
    [
      'current_health_plan_name: Humana Medicare Advantage [medicare_advantage, Humana] ',
      'humana: [?, Humana] 300',
    ],
  ],
  [
    'the column of a carrier without health plans',
    { life_plan_name: 'LifeSecure 20', life_secure: 3000 },
    ['life_plan_name: LifeSecure 20 [life, LifeSecure] 30'],
  ],
  [
    'an inactive client',
    { ...health('Oscar / Delta'), oscar: 300, status: ' Inactive' },
    [
      'current_health_plan_name: Oscar / Delta [health, ?]  !inactive_client',
      'oscar: [?, Oscar] 3 !inactive_client',
    ],
  ],
  [
    'a Medicare plan as health plan',
    health('Medicare Advantage Plus'),
    ['current_health_plan_name: Medicare Advantage Plus [medicare_advantage, ?] '],
  ],
  [
    'a Medicare plan of an unknown line',
    { ...health('Medicare HMO'), gap_plan_name: 'Medigap Plan G' },
    ['current_health_plan_name: Medicare HMO [?, ?] ', 'gap_plan_name: Medigap Plan G [medigap, ?] '],
  ],
  [
    'a Medicare column leaves the line open',
    { ...health('Humana Gold'), humana_medicare: 100 },
    ['current_health_plan_name: Humana Gold [?, Humana] 1'],
  ],
  [
    'a Medicare column is not of a dental plan',
    { dental_plan_name: 'Humana PPO', humana_medicare: 100 },
    ['dental_plan_name: Humana PPO [dental, Humana] ', 'humana_medicare: [?, Humana] 1'],
  ],
  [
    'two columns of a carrier, one with the amount',
    { ...health('Humana', 100), humana: 100, humana_medicare: 50 },
    ['current_health_plan_name: Humana [health, Humana] 1 + 1', 'humana_medicare: [?, Humana] 0.5'],
  ],
  [
    'two columns of a carrier, none with the amount',
    { ...health('Humana', 1), humana: 100, humana_medicare: 50 },
    [
      'current_health_plan_name: Humana [health, Humana] 0.01',
      'humana: [?, Humana] 1',
      'humana_medicare: [?, Humana] 0.5',
    ],
  ],
  [
    'columns without a plan',
    { avmed: 100, other_medicare: 200, united_medicare: 300 },
    ['avmed: [?, AvMed] 1', 'united_medicare: [?, United] 3', 'other_medicare: [?, ?] 2'],
  ],
  ['a premium without a plan', { dental_plan_premium: 100 }, ['dental_plan_premium: [dental, ?] 1']],
  [
    'other lines',
    { rx_plan_name: 'Rx', gap_plan_name: 'Gap', life_plan_name: 'Term 20', vision_plan_name: 'Eye' },
    [
      'vision_plan_name: Eye [vision, ?] ',
      'rx_plan_name: Rx [part_d, ?] ',
      'gap_plan_name: Gap [?, ?] ',
      'life_plan_name: Term 20 [life, ?] ',
    ],
  ],
  [
    'two plans in one cell',
    { ...health('Oscar Silver; Delta PPO', 300), oscar: 300, delta: 25 },
    [
      'current_health_plan_name: Oscar Silver; Delta PPO [health, ?] 3 !several_carriers',
      'delta: [?, Delta] 0.25',
      'oscar: [?, Oscar] 3',
    ],
  ],
  [
    'perhaps two plans in one cell',
    health('Oscar Silver / Gold'),
    ['current_health_plan_name: Oscar Silver / Gold [health, Oscar]  !several_plans'],
  ],
  [
    'texts that are not plans',
    { ...health('N/A', 300), dental_plan_name: '-', vision_plan_name: '$1,234.50', rx_plan_name: 'none.' },
    [
      'health_plan_premium: [health, ?] 3',
      '- current_health_plan_name: N/A no_plan',
      '- dental_plan_name: - no_plan',
      '- vision_plan_name: $1,234.50 no_plan',
      '- rx_plan_name: none. no_plan',
    ],
  ],
  [
    'a zero beside a text that is no plan once',
    { dental_plan_name: 'n/a', dental_plan_premium: 0 },
    ['- dental_plan_name: n/a no_plan'],
  ],
  [
    'zeros without a plan',
    { health_plan_premium: 0, oscar: 0 },
    ['- health_plan_premium: $0.00 no_amount', '- oscar: $0.00 no_amount'],
  ],
])('reads %s', (_, columns, expected) => {
  expect(read(columns).map((line) => line.replace(': [', ':  ['))).toEqual(
    expected.map((line) => line.replace(': [', ':  [')),
  );
});

const texts = fc.constantFrom(
  null,
  '',
  'n/a',
  '-',
  'Silver',
  'Oscar Silver',
  'Humana',
  'Oscar / Delta',
  '412.50',
);
const premiums = fc.constantFrom(null, 0, 100, 200, 30_000);
const anyColumns: fc.Arbitrary<Columns> = fc.record(
  Object.fromEntries([
    ...PLAN_COLUMNS.map(({ name }) => [name, texts]),
    ...PLAN_COLUMNS.flatMap(({ premium }) => (premium === null ? [] : [[premium, premiums]])),
    ...CARRIER_COLUMNS.map(({ name }) => [name, premiums]),
  ]),
);

it('loses no plan and no premium, and creates one policy for each line and carrier without a second plan', () => {
  fc.assert(
    fc.property(anyColumns, fc.constantFrom('health', 'part_d' as const), (columns, line) => {
      const { candidates, leftOut } = candidatesOf(columns, known);
      // A text that is no plan is left out together with its $0.00.
      const noPlans = PLAN_COLUMNS.filter(({ name }) => leftOut.some(({ column }) => column === name));
      const zeros = noPlans.filter(({ premium }) => premium !== null && columns[premium] === 0);
      const named = new Set<string | null>([
        ...leftOut.map(({ column }) => column),
        ...zeros.map(({ premium }) => premium),
        ...candidates.flatMap(({ column, amounts }) => [column, ...amounts.map((amount) => amount.column)]),
      ]);
      for (const [column, value] of Object.entries(columns))
        if (value !== null && value !== '') expect([...named]).toContain(column);
      const amounts = candidates.flatMap((candidate) => candidate.amounts.map(({ column }) => column));
      expect(new Set(amounts).size).toBe(amounts.length);

      const choices = candidates.map(
        (candidate) => [keyOf(candidate), { line, carrier: candidate.carrier || 'Other' }] as const,
      );
      const policies = policiesOf(candidates, new Map(choices));
      const unnamed = policies.filter(({ plan_name }) => plan_name === '');
      for (const policy of unnamed) {
        const same = policies.filter(({ carrier }) => foldText(carrier) === foldText(policy.carrier));
        expect(same).toEqual([policy]);
      }
      for (const { amounts: all, notes } of policies)
        for (const { cents } of all)
          expect(cents === all[0]?.cents || notes.includes(moneyDisplay(cents))).toBe(true);
      expect(policies.flatMap((policy) => policy.amounts).length).toBe(amounts.length);
    }),
    { numRuns: 300 },
  );
});
