import { BENEFICIARY_NUMBERS, DEPENDENT_NUMBERS } from '@ledgerline/contract/clients/fields/household';
import { dateOfBirth, height, licence, phone, ssn, weight } from './identifiers.ts';
import type { Making, Values } from './create-demo.ts';
import * as words from './sample-text.ts';

export function spouseValues({ random, today, has }: Making, last: string, age: number): Values {
  const near = Math.max(19, age + random.whole(-8, 8));
  return {
    spouse_name: `${random.pick(words.FIRST_NAMES)} ${last}`,
    spouse_dob: dateOfBirth(random, today, near),
    ...(has(0.7) ? { spouse_ssn: ssn(random) } : {}),
    ...(has(0.4) ? { spouse_dl_pass_number: licence(random) } : {}),
    ...(has(0.5) ? { spouse_emp_and_phone: `${random.pick(words.COMPANIES)}, ${phone(random)}` } : {}),
    ...(has(0.4) ? { sp_height: height(random), sp_weight: weight(random) } : {}),
  };
}

export function dependentValues({ random, today, has }: Making, last: string): Values {
  const values: Values = {};
  for (const n of DEPENDENT_NUMBERS) {
    if (!has(0.45)) break;
    values[`dep${n}_name`] = `${random.pick(words.FIRST_NAMES)} ${last}`;
    values[`dep${n}_dob`] = dateOfBirth(random, today, random.whole(0, 25));
    values[`dep${n}_ssn`] = has(0.7) ? ssn(random) : null;
    values[`dep${n}_height`] = has(0.3) ? height(random) : null;
    values[`dep${n}_weight`] = has(0.3) ? weight(random) : null;
  }
  return values;
}

/** Shares that add up to 100. */
export function beneficiaryValues({ random, today, has }: Making, last: string): Values {
  const values: Values = {};
  const people = BENEFICIARY_NUMBERS.filter((n) => has(0.6 / n));
  for (const n of people) {
    values[`ben${n}_name`] = `${random.pick(words.FIRST_NAMES)} ${last}`;
    values[`ben${n}_dob`] = dateOfBirth(random, today, random.whole(3, 80));
    values[`ben${n}_ssn`] = has(0.5) ? ssn(random) : null;
    values[`ben${n}_relationship`] = random.pick(words.RELATIONSHIPS);
    values[`ben${n}_dl_or_ppnumber`] = has(0.2) ? licence(random) : null;
    values[`ben${n}_address`] = has(0.4)
      ? `${random.whole(10, 9899)} ${random.pick(words.STREETS)}, ${random.pick(words.CITIES)}`
      : null;
    values[`ben${n}_pct`] = Math.floor(100 / people.length) + (n === people[0] ? 100 % people.length : 0);
  }
  if (people.length > 0 && has(0.2)) values.beneficiary = 'Shares to be reviewed at renewal';
  return values;
}
