import { beneficiaryValues, dependentValues, spouseValues } from './client-household.ts';
import { careValues, employmentValues, familyValues, moneyValues, noteValues } from './client-life.ts';
import { planValues } from './client-plans.ts';
import type { DemoContext, Values } from './create-demo.ts';
import { addDays, dateOfBirth, email, height, license, phone, ssn, weight } from './identifiers.ts';
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
