import type { AnswerItem, FormAnswers } from '@ledgerline/contract/web-forms/answers';
import type { WebFormDefinition } from '@ledgerline/contract/web-forms/definition';
import { IUL_APPLICATION } from '@ledgerline/contract/web-forms/iul-application/iul-application';
import { PERSONAL_INFO } from '@ledgerline/contract/web-forms/personal-info/personal-info';
import { prefillFrom } from '@ledgerline/contract/web-forms/prefill';
import { sampleAnswers as sampleApplication } from '@ledgerline/contract/web-forms/testing/iul-application-answers';
import { sampleAnswers } from '@ledgerline/contract/web-forms/testing/personal-info-answers';
import { ssn } from './identifiers.ts';
import type { Random } from './random.ts';
import * as samples from './sample-text.ts';

/** The person who answers: a client's record, or the input of a visitor. */
export type Person = Readonly<Record<string, string | number | null>>;
type Section = FormAnswers[string];

const DEATH_BENEFITS = ['Level', 'Increasing'];
const PREMIUM_MODES = ['Monthly', 'Monthly', 'Quarterly', 'Semiannual', 'Annual'];
const PURPOSES = ['Family protection', 'Retirement income', 'Education', 'Estate', 'Business'];
const COVERAGES = [100_000, 150_000, 250_000, 350_000, 500_000, 750_000, 1_000_000];
const MEDICINES = ['Metformin 500 mg, twice a day', 'Lisinopril 10 mg', 'Levothyroxine 50 mcg', 'None'];
const ILLNESSES = [
  { key: 'hasDiabetes', details: 'Diabetes type 2 since 2017, treated with medicine.' },
  { key: 'hasHighBloodPressure', details: 'High blood pressure, well controlled since 2019.' },
  { key: 'hasLungDisease', details: 'Asthma as a child, no treatment for ten years.' },
  { key: 'wasInHospital', details: 'Gallbladder surgery in 2023, no complications.' },
];
const yesNo = (value: boolean) => (value ? 'yes' : 'no');

/** Complete answers of this person to the personal information form. */
export function personalAnswers(random: Random, person: Person): FormAnswers {
  return personOf(random, { person, definition: PERSONAL_INFO, sample: sampleAnswers() });
}

/** Complete answers of this person to the application, with random choices. */
export function applicationAnswers(random: Random, person: Person): FormAnswers {
  const base = personOf(random, { person, definition: IUL_APPLICATION, sample: sampleApplication() });
  const employmentStatus = random.pick(['Employed', 'Employed', 'Self-employed', 'Homemaker', 'Retired']);
  const smokeStatus = random.pick(['Never', 'Never', 'Never', 'Former', 'Current']);
  return {
    ...base,
    personalInfo: { ...base.personalInfo, employmentStatus },
    employment: workOf(random),
    coverage: coverageOf(random),
    ownership: {
      ...base.ownership,
      contingentBeneficiaries: contingentOf(random, String(person.client_last_name)),
    },
    existingInsurance: insuranceOf(random),
    medicalHistory: { ...base.medicalHistory, ...illnessesOf(random), smokeStatus },
    lifestyle: lifestyleOf(random),
    banking: { ...base.banking, draftDay: String(random.integer(1, 28)) },
  };
}

function personOf(
  random: Random,
  { person, definition, sample }: { person: Person; definition: WebFormDefinition; sample: FormAnswers },
): FormAnswers {
  const known = prefillFrom(definition, person);
  const lastName = String(person.client_last_name);
  const name = `${person.client_first_name} ${lastName}`;
  const phone = person.primary_phone ?? '(305) 555-0140';
  return {
    ...sample,
    personalInfo: {
      ...sample.personalInfo,
      ...known.personalInfo,
      ssn: ssn(random),
      gender: random.pick(['Female', 'Male']),
      countryOfBirth: random.pick(['Colombia', 'Brazil', 'United States', 'Cuba', 'Venezuela']),
      heightFt: String(random.integer(4, 6)),
      heightIn: String(random.integer(0, 11)),
      weight: String(random.integer(105, 240)),
    },
    contactInfo: { email: 'client@example.com', ...known.contactInfo, primary_phone: phone },
    addressInfo: { ...sample.addressInfo, ...addressOf(random), ...known.addressInfo },
    ownership: { ...sample.ownership, beneficiaries: beneficiariesOf(random, lastName) },
    medicalHistory: {
      ...sample.medicalHistory,
      hasDiabetes: 'no',
      currentMedications: random.pick(MEDICINES),
    },
    banking: {
      ...sample.banking,
      bankName: random.pick(samples.BANKS),
      accountName: name,
      accountType: random.pick(['Checking', 'Checking', 'Savings']),
      accountNumber: random.digits(10),
    },
  };
}

function addressOf(random: Random): Section {
  const [, city = '', state = '', zip = ''] = /^(.+) (\w\w) (\d{5})$/.exec(random.pick(samples.CITIES)) ?? [];
  return { streetAddress: `${random.integer(10, 9899)} ${random.pick(samples.STREETS)}`, city, state, zip };
}

/** One to three people whose shares add up to 100. */
function beneficiariesOf(random: Random, lastName: string): AnswerItem[] {
  const shares = random.pick([['100'], ['50', '50'], ['60', '40'], ['33.34', '33.33', '33.33']]);
  return shares.map((share, n) =>
    beneficiary(random, {
      lastName,
      percentage: share,
      relationship: random.pick(n === 0 ? ['Spouse', 'Partner', 'Child'] : ['Child', 'Parent', 'Sibling']),
    }),
  );
}

function contingentOf(random: Random, lastName: string): AnswerItem[] {
  if (random.chance(0.5)) return [];
  return [beneficiary(random, { lastName, percentage: '100', relationship: 'Sibling' })];
}

function beneficiary(
  random: Random,
  { lastName, ...item }: { lastName: string; percentage: string; relationship: string },
): AnswerItem {
  return { name: `${random.pick(samples.FIRST_NAMES)} ${lastName}`, ...item };
}

function workOf(random: Random): Section {
  const income = random.integer(28, 190) * 1000;
  return {
    occupation: random.pick(samples.OCCUPATIONS),
    employer: random.pick(samples.COMPANIES),
    annualIncome: String(income),
    netWorth: String(income * random.integer(1, 7)),
    fundsSource: random.pick(['Income', 'Income', 'Savings', 'Retirement']),
  };
}

function coverageOf(random: Random): Section {
  return {
    coverageAmount: String(random.pick(COVERAGES)),
    purpose: random.pick(PURPOSES),
    deathBenefit: random.pick(DEATH_BENEFITS),
    premiumMode: random.pick(PREMIUM_MODES),
    plannedPremium: String(random.integer(90, 900)),
    accounts: random.pick(['Indexed', 'Fixed', 'Both']),
    indexedShare: String(random.integer(4, 9) * 10),
    hasWaiver: yesNo(random.chance(0.4)),
    hasChildRider: yesNo(random.chance(0.4)),
  };
}

function insuranceOf(random: Random): Section {
  const isReplaced = random.chance(0.4);
  const policy = {
    company: random.pick(['Example Life', 'Harbor Mutual', 'Sunrise Life']),
    amount: String(random.integer(2, 30) * 10_000),
    policyNumber: `EL-${random.digits(5)}`,
    year: String(random.integer(1998, 2023)),
    isReplaced: yesNo(isReplaced),
  };
  return {
    hasExisting: yesNo(random.chance(0.5)),
    policies: [policy],
    isReplacement: yesNo(isReplaced),
    replacementReason: random.pick(['The term ends next year.', 'The premium is too high.']),
    isExchange: 'no',
    wasDeclined: 'no',
  };
}

function illnessesOf(random: Random): Section {
  const illness = random.chance(0.45) ? random.pick(ILLNESSES) : null;
  return {
    ...(illness ? { [illness.key]: 'yes' } : {}),
    details: illness?.details ?? '',
    hasFamilyHistory: 'no',
    lastTobaccoYear: String(random.integer(1995, 2020)),
  };
}

function lifestyleOf(random: Random): Section {
  const isDiver = random.chance(0.2);
  return {
    hasDrivingViolation: 'no',
    hasHazardousActivity: yesNo(isDiver),
    hasFelony: 'no',
    hasBankruptcy: 'no',
    details: isDiver ? 'Dives as a hobby, about five times a year.' : '',
  };
}
