import type { DemoContext, Values } from './create-demo.ts';
import { accountNumber, dollars, employerNumber, phone, routingNumber } from './identifiers.ts';
import * as samples from './sample-text.ts';

export function employmentValues({ random, has }: DemoContext): Values {
  const isSelfEmployed = has(0.2);
  return {
    occupation: random.pick(samples.OCCUPATIONS),
    name_of_employer: random.pick(samples.COMPANIES),
    ...(has(0.6) ? { employer_phone: phone(random) } : {}),
    ...(has(0.4) ? { employer_email: `office${random.digits(3)}@example.com` } : {}),
    ...(has(0.5)
      ? { employer_address: `${random.integer(10, 999)} Commerce Blvd, ${random.pick(samples.CITIES)}` }
      : {}),
    ...(isSelfEmployed
      ? { business_name: random.pick(samples.COMPANIES), business_ein: employerNumber(random) }
      : {}),
    ...(has(0.8) ? { agi: dollars(random, 12_000, 148_000) } : {}),
  };
}

export function moneyValues({ random, today, has }: DemoContext, name: string): Values {
  const bank: Values = {
    bank_name: random.pick(samples.BANKS),
    account_name: name,
    routing_number: routingNumber(random),
    account_number: accountNumber(random),
  };
  const year = Number(today.slice(2, 4)) + random.integer(0, 4);
  const card: Values = {
    name_on_card: name.toUpperCase(),
    card_number: random.pick(samples.TEST_CARDS),
    exp_date: `${String(random.integer(1, 12)).padStart(2, '0')}/${year}`,
    // Filled only for measurements of all columns: card rules forbid storing it after authorization.
    cvc: has(0) ? random.digits(3) : null,
  };
  return { ...(has(0.45) ? bank : {}), ...(has(0.35) ? card : {}) };
}

export function noteValues({ random, has }: DemoContext): Values {
  const line = () => random.pick(samples.NOTE_LINES).replace(/\s+/g, ' ');
  return {
    ...(has(0.6)
      ? {
          notes: `<p><strong>${line()}.</strong></p><ul><li><p>${line()}</p></li><li><p>${line()}</p></li></ul>`,
        }
      : {}),
    ...(has(0.15) ? { notes_2: `<p>${line()}, <em>${line().toLowerCase()}</em>.</p>` } : {}),
  };
}

export function familyValues({ random, has }: DemoContext): Values {
  const values: Values = {};
  for (const who of ['mother', 'father', 'sibling1', 'sibling2', 'sibling3', 'sibling4'] as const) {
    if (!has(0.6)) continue;
    values[`age_of_${who}`] = String(random.integer(18, 94));
    values[`status_of_${who}`] = random.pick(samples.HEALTH_STATES);
  }
  return values;
}

export function careValues({ random, has }: DemoContext): Values {
  const values: Values = {};
  const doctor = () => `Dr. ${random.pick(samples.FIRST_NAMES)} ${random.pick(samples.LAST_NAMES)}`;
  if (has(0.5)) values.name_of_pcp = doctor();
  for (const n of [1, 2, 3] as const) {
    if (has(0.3 / n)) values[`name_of_spec${n}`] = `${doctor()}, ${random.pick(samples.SPECIALTIES)}`;
    if (has(0.4 / n)) values[`name_of_rx${n}`] = random.pick(samples.DRUGS);
  }
  if (has(0.25)) values.medicare_gov = `user${random.digits(6)}`;
  if (has(0.4)) {
    values.mp_username = `user${random.digits(6)}`;
    values.mp_pass = `Demo-${random.digits(8)}`;
  }
  return values;
}
