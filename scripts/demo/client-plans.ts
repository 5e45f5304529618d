import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type { DemoContext, Values } from './create-demo.ts';
import { addDays, dollars, medicareNumber } from './identifiers.ts';
import * as samples from './sample-text.ts';

const CARRIERS = [
  ...['life_secure', 'cigna', 'delta', 'solstice', 'ambetter', 'molina'],
  ...['oscar', 'florida_blue', 'avmed', 'united', 'allstate', 'humana'],
] as const satisfies readonly FieldName[];
const MEDICARE_CARRIERS = [
  ...['united_medicare', 'fb_medicare', 'humana_medicare', 'aetna', 'simply', 'wellcare', 'other_medicare'],
] as const satisfies readonly FieldName[];
const AGENCIES = ['Ledgerline', 'Ledgerline', 'Ledgerline', 'Other agency', 'None'];

export function planValues(demoContext: DemoContext, age: number): Values {
  const { random, has } = demoContext;
  const values: Values = {};
  if (has(0.8)) {
    values.current_health_plan_name = random.pick(samples.HEALTH_PLANS);
    values.aor = random.pick(AGENCIES);
    values.health_plan_premium = dollars(random, 0, 780);
  }
  for (const kind of ['dental', 'vision', 'rx', 'gap'] as const) {
    if (!has(0.3)) continue;
    values[`${kind}_plan_name`] = random.pick(samples.SMALL_PLANS);
    values[`${kind}_plan_aor`] = random.pick(AGENCIES);
    values[`${kind}_plan_premium`] = dollars(random, 5, 90);
  }
  if (has(0.2)) values.life_plan_name = `Term ${random.pick(['10', '20', '30'])}`;
  for (const carrier of CARRIERS) if (has(0.12)) values[carrier] = dollars(random, 8, 640);
  if (has(age >= 65 ? 0.95 : 0.02)) Object.assign(values, medicareValues(demoContext));
  return values;
}

function medicareValues({ random, today, has }: DemoContext): Values {
  const values: Values = {
    medicarenumber: medicareNumber(random),
    medicaidnumber: has(0.3) ? `00${random.digits(8)}` : null,
    part_a_effective: addDays(today, -random.integer(30, 4000)),
    part_b_effective: addDays(today, -random.integer(30, 4000)),
    link_to_pdf: has(0.3) ? `https://files.example.org/medicare/${random.digits(8)}.pdf` : null,
  };
  for (const carrier of MEDICARE_CARRIERS) if (has(0.15)) values[carrier] = dollars(random, 0, 260);
  return values;
}
