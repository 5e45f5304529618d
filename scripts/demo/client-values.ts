import { beneficiaryValues, dependentValues, spouseValues } from './client-household.ts';
import { careValues, employmentValues, familyValues, moneyValues, noteValues } from './client-life.ts';
import { planValues } from './client-plans.ts';
import { addDays, dateOfBirth, email, height, licence, phone, ssn, weight } from './identifiers.ts';
import type { Making, Values } from './create-demo.ts';
import type { Random } from './random.ts';
import * as words from './sample-text.ts';

/** One believable person who does not exist. */
export function makeClientValues(random: Random, today: string, isFull: boolean): Values {
  const making: Making = { random, today, has: (probability) => random.chance(probability) || isFull };
  const first = random.pick(words.FIRST_NAMES);
  const last = random.pick(words.LAST_NAMES);
  const age = random.chance(0.25) ? random.whole(65, 88) : random.whole(19, 64);
  const { has } = making;
  return {
    client_first_name: first,
    client_last_name: last,
    dob: dateOfBirth(random, today, age),
    status: random.pick(['client', 'client', 'client', 'lead', 'lead', 'new', 'inactive']),
    ...contactValues(making, first, last),
    ...personalValues(making),
    ...planValues(making, age),
    ...(has(0.55) ? spouseValues(making, last, age) : {}),
    ...dependentValues(making, last),
    ...beneficiaryValues(making, last),
    ...(has(0.7) ? employmentValues(making) : {}),
    ...moneyValues(making, `${first} ${last}`),
    ...noteValues(making),
    ...(has(0.3) ? familyValues(making) : {}),
    ...careValues(making),
    ...(has(0.7) ? { next_f_u_date: addDays(today, random.whole(-3, 90)) } : {}),
  };
}

function contactValues({ random, has }: Making, first: string, last: string): Values {
  const house = `${random.whole(10, 9899)} ${random.pick(words.STREETS)}`;
  return {
    ...(has(0.95) ? { primary_phone: phone(random) } : {}),
    ...(has(0.5) ? { mobile_domain: random.pick(words.MOBILE_DOMAINS) } : {}),
    ...(has(0.25) ? { secondary_phone: phone(random) } : {}),
    ...(has(0.1) ? { mobile_domain_2: random.pick(words.MOBILE_DOMAINS) } : {}),
    ...(has(0.9) ? { primary_email: email(random, first, last) } : {}),
    ...(has(0.15) ? { secondary_email: email(random, first, last) } : {}),
    ...(has(0.9) ? { address: `${house}, ${random.pick(words.CITIES)}` } : {}),
  };
}

function personalValues({ random, has }: Making): Values {
  return {
    ...(has(0.9)
      ? { pref_lang: random.pick(['English', 'English', 'Spanish', 'Spanish', 'Portuguese']) }
      : {}),
    ...(has(0.75) ? { ssn: ssn(random) } : {}),
    ...(has(0.6) ? { dl_or_ppnumber: licence(random) } : {}),
    ...(has(0.5) ? { height: height(random), weight: weight(random) } : {}),
    ...(has(0.4) ? { city_of_birth: random.pick(words.BIRTHPLACES) } : {}),
    ...(has(0.2) ? { company: random.pick(words.COMPANIES) } : {}),
  };
}
