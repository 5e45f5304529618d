import { BENEFICIARY_NUMBERS, DEPENDENT_NUMBERS } from '@ledgerline/contract/clients/fields/household';
import type { DemoContext, Values } from './create-demo.ts';
import { dateOfBirth, height, license, phone, ssn, weight } from './identifiers.ts';
import * as samples from './sample-text.ts';

export function spouseValues({ random, today, has }: DemoContext, last: string, age: number): Values {
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

export function dependentValues({ random, today, has }: DemoContext, last: string): Values {
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
export function beneficiaryValues({ random, today, has }: DemoContext, last: string): Values {
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
