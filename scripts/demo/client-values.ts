import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { BENEFICIARY_NUMBERS, DEPENDENT_NUMBERS } from '@ledgerline/contract/clients/fields/household';
import { careValues, employmentValues, familyValues, moneyValues, noteValues } from './client-life.ts';
import type { DemoContext, Values } from './create-demo.ts';
import {
  addDays,
  dateOfBirth,
  dollars,
  email,
  height,
  license,
  medicareNumber,
  phone,
  ssn,
  weight,
} from './identifiers.ts';
import type { Random } from './random.ts';
import * as samples from './sample-text.ts';

/** Generates a realistic but fictional person. */
export function buildClientValues(random: Random, today: string, isFull: boolean): Values {
  const demoContext: DemoContext = {
    random,
    today,
    has: (probability) => random.chance(probability) || isFull,
  };
  const first = random.pick(samples.FIRST_NAMES);
  const last = random.pick(samples.LAST_NAMES);
  const age = random.chance(0.25) ? random.integer(65, 88) : random.integer(19, 64);
  const { has } = demoContext;
  return {
    client_first_name: first,
    client_last_name: last,
    dob: dateOfBirth(random, today, age),
    status: random.pick(['client', 'client', 'client', 'lead', 'lead', 'new', 'inactive']),
    ...contactValues(demoContext, first, last),
    ...personalValues(demoContext),
    ...planValues(demoContext, age),
    ...(has(0.55) ? spouseValues(demoContext, last, age) : {}),
    ...dependentValues(demoContext, last),
    ...beneficiaryValues(demoContext, last),
    ...(has(0.7) ? employmentValues(demoContext) : {}),
    ...moneyValues(demoContext, `${first} ${last}`),
    ...noteValues(demoContext),
    ...(has(0.3) ? familyValues(demoContext) : {}),
    ...careValues(demoContext),
    ...(has(0.7) ? { next_f_u_date: addDays(today, random.integer(-3, 90)) } : {}),
  };
}

function contactValues({ random, has }: DemoContext, first: string, last: string): Values {
  const house = `${random.integer(10, 9899)} ${random.pick(samples.STREETS)}`;
  return {
    ...(has(0.95) ? { primary_phone: phone(random) } : {}),
    ...(has(0.5) ? { mobile_domain: random.pick(samples.MOBILE_DOMAINS) } : {}),
    ...(has(0.25) ? { secondary_phone: phone(random) } : {}),
    ...(has(0.1) ? { mobile_domain_2: random.pick(samples.MOBILE_DOMAINS) } : {}),
    ...(has(0.9) ? { primary_email: email(random, first, last) } : {}),
    ...(has(0.15) ? { secondary_email: email(random, first, last) } : {}),
    ...(has(0.9) ? { address: `${house}, ${random.pick(samples.CITIES)}` } : {}),
  };
}

function personalValues({ random, has }: DemoContext): Values {
  return {
    ...(has(0.9)
      ? { pref_lang: random.pick(['English', 'English', 'Spanish', 'Spanish', 'Portuguese']) }
      : {}),
    ...(has(0.75) ? { ssn: ssn(random) } : {}),
    ...(has(0.6) ? { dl_or_ppnumber: license(random) } : {}),
    ...(has(0.5) ? { height: height(random), weight: weight(random) } : {}),
    ...(has(0.4) ? { city_of_birth: random.pick(samples.BIRTHPLACES) } : {}),
    ...(has(0.2) ? { company: random.pick(samples.COMPANIES) } : {}),
  };
}

const CARRIERS = [
  ...['life_secure', 'cigna', 'delta', 'solstice', 'ambetter', 'molina'],
  ...['oscar', 'florida_blue', 'avmed', 'united', 'allstate', 'humana'],
] as const satisfies readonly FieldName[];
const MEDICARE_CARRIERS = [
  ...['united_medicare', 'fb_medicare', 'humana_medicare', 'aetna', 'simply', 'wellcare', 'other_medicare'],
] as const satisfies readonly FieldName[];
const AGENCIES = ['Ledgerline', 'Ledgerline', 'Ledgerline', 'Other agency', 'None'];

function planValues(demoContext: DemoContext, age: number): Values {
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

function spouseValues({ random, today, has }: DemoContext, last: string, age: number): Values {
  const near = Math.max(19, age + random.integer(-8, 8));
  return {
    spouse_name: `${random.pick(samples.FIRST_NAMES)} ${last}`,
    spouse_dob: dateOfBirth(random, today, near),
    ...(has(0.7) ? { spouse_ssn: ssn(random) } : {}),
    ...(has(0.4) ? { spouse_dl_pass_number: license(random) } : {}),
    ...(has(0.5) ? { spouse_emp_and_phone: `${random.pick(samples.COMPANIES)}, ${phone(random)}` } : {}),
    ...(has(0.4) ? { sp_height: height(random), sp_weight: weight(random) } : {}),
  };
}

function dependentValues({ random, today, has }: DemoContext, last: string): Values {
  const values: Values = {};
  for (const n of DEPENDENT_NUMBERS) {
    if (!has(0.45)) break;
    values[`dep${n}_name`] = `${random.pick(samples.FIRST_NAMES)} ${last}`;
    values[`dep${n}_dob`] = dateOfBirth(random, today, random.integer(0, 25));
    values[`dep${n}_ssn`] = has(0.7) ? ssn(random) : null;
    values[`dep${n}_height`] = has(0.3) ? height(random) : null;
    values[`dep${n}_weight`] = has(0.3) ? weight(random) : null;
  }
  return values;
}

/** Shares that add up to 100. */
function beneficiaryValues({ random, today, has }: DemoContext, last: string): Values {
  const values: Values = {};
  const people = BENEFICIARY_NUMBERS.filter((n) => has(0.6 / n));
  for (const n of people) {
    values[`ben${n}_name`] = `${random.pick(samples.FIRST_NAMES)} ${last}`;
    values[`ben${n}_dob`] = dateOfBirth(random, today, random.integer(3, 80));
    values[`ben${n}_ssn`] = has(0.5) ? ssn(random) : null;
    values[`ben${n}_relationship`] = random.pick(samples.RELATIONSHIPS);
    values[`ben${n}_dl_or_ppnumber`] = has(0.2) ? license(random) : null;
    values[`ben${n}_address`] = has(0.4)
      ? `${random.integer(10, 9899)} ${random.pick(samples.STREETS)}, ${random.pick(samples.CITIES)}`
      : null;
    values[`ben${n}_pct`] = Math.floor(100 / people.length) + (n === people[0] ? 100 % people.length : 0);
  }
  if (people.length > 0 && has(0.2)) values.beneficiary = 'Shares to be reviewed at renewal';
  return values;
}
