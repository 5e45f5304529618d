import {
  type Condition,
  isList,
  type WebFormDefinition,
  type WebFormField,
  type WebFormQuestion,
  type WebFormStep,
} from '../definition.ts';
import { ADDRESS_STEP, MAIL_STEP } from '../personal-info/address-step.ts';
import { CONTACT_STEP } from '../personal-info/contact-step.ts';
import { PERSONAL_INFO } from '../personal-info/personal-info.ts';
import { PERSONAL_STEPS } from '../personal-info/personal-step.ts';
import { choices, defineQuestion, localized, step } from '../question-builders.ts';
import { BENEFICIARY_STEPS } from './beneficiaries-step.ts';
import { HEALTH_STEPS } from './health-step.ts';
import { INSURANCE_STEPS } from './insurance-step.ts';
import { OWNER_STEPS } from './ownership-step.ts';
import { BY_DRAFT, PAYMENT_STEP } from './payment-step.ts';

const HAS_WORK: Condition = { key: 'personalInfo.employmentStatus', is: ['Employed', 'Self-employed'] };

/** Work and income, from which a carrier judges how much coverage is reasonable. */
const WORK_STEP = step('employment', [
  defineQuestion('employment.occupation', 'text', {
    when: HAS_WORK,
    autocomplete: 'organization-title',
    client: { field: 'occupation' },
  }),
  defineQuestion('employment.employer', 'text', {
    when: HAS_WORK,
    autocomplete: 'organization',
    client: { field: 'name_of_employer' },
  }),
  defineQuestion('employment.annualIncome', 'money', { width: 'half' }),
  defineQuestion('employment.netWorth', 'money', { required: false, width: 'half' }),
  defineQuestion('employment.fundsSource', 'choice', { options: choices('fundsSource') }),
]);

/** The insured person. Carriers do not issue a policy without a Social Security number. */
const INSURED_STEPS: readonly WebFormStep[] = PERSONAL_STEPS.map((step) => ({
  ...step,
  questions: step.questions.map((question) =>
    isSsn(question) ? { ...withoutHint(question), required: true } : question,
  ),
}));

function isSsn(question: WebFormQuestion): question is WebFormField {
  return !isList(question) && question.key === 'personalInfo.ssn';
}

/** The other form's hint says that the field is optional. */
function withoutHint({ hint: _, ...question }: WebFormField): WebFormField {
  return question;
}

const LIFESTYLE_QUESTIONS = [
  defineQuestion('lifestyle.hasDrivingViolation', 'yesno'),
  defineQuestion('lifestyle.hasHazardousActivity', 'yesno'),
  defineQuestion('lifestyle.hasFelony', 'yesno'),
  defineQuestion('lifestyle.hasBankruptcy', 'yesno'),
];

/** Risks outside of health. */
const LIFESTYLE_STEP = step('lifestyle', [
  ...LIFESTYLE_QUESTIONS,
  defineQuestion('lifestyle.details', 'textarea', {
    when: { any: LIFESTYLE_QUESTIONS.map(({ key }) => ({ key, is: 'yes' })) },
  }),
]);

/** Premium amount, frequency and allocation. */
const PREMIUMS_STEP = step('premiums', [
  defineQuestion('coverage.premiumMode', 'choice', { options: choices('premiumMode'), width: 'half' }),
  defineQuestion('coverage.plannedPremium', 'money', { min: 1, max: 1_000_000, width: 'half' }),
  defineQuestion('banking.draftDay', 'number', { when: BY_DRAFT, min: 1, max: 28 }),
  defineQuestion('banking.draftAuthorized', 'agree', { when: BY_DRAFT }),
  defineQuestion('coverage.accounts', 'choice', { options: choices('accounts') }),
  defineQuestion('coverage.indexedShare', 'percent', { when: { key: 'coverage.accounts', is: 'Both' } }),
]);

/** The applicant's declarations. */
const DECLARATION_STEP = step('declarations', [
  defineQuestion('declarations.isTrue', 'agree'),
  defineQuestion('declarations.isNotGuaranteed', 'agree'),
  defineQuestion('declarations.isNotCovered', 'agree'),
]);

/** The coverage applied for. */
const COVERAGE_STEP = step('coverage', [
  defineQuestion('coverage.coverageAmount', 'money', { min: 25_000, max: 10_000_000 }),
  defineQuestion('coverage.purpose', 'choice', { options: choices('purpose') }),
  defineQuestion('coverage.deathBenefit', 'choice', { options: choices('deathBenefit') }),
  defineQuestion('coverage.hasWaiver', 'yesno'),
  defineQuestion('coverage.hasChildRider', 'yesno'),
]);

/**
 * The application for an indexed universal life policy. Answers shared with the personal information form are stored
 * under the same keys of 1§3; its other answers have their own sections.
 */
export const IUL_APPLICATION: WebFormDefinition = {
  id: 'iul-application',
  title: localized(({ titles }) => titles['iul-application']),
  description:
    'Application for an indexed universal life policy: coverage, owner, beneficiaries, health, bank draft',
  icon: 'shield',
  intro: localized(({ openings }) => openings['iul-application']),
  steps: [
    ...INSURED_STEPS,
    CONTACT_STEP,
    ADDRESS_STEP,
    MAIL_STEP,
    WORK_STEP,
    COVERAGE_STEP,
    ...OWNER_STEPS,
    ...BENEFICIARY_STEPS,
    ...INSURANCE_STEPS,
    ...HEALTH_STEPS,
    LIFESTYLE_STEP,
    PAYMENT_STEP,
    PREMIUMS_STEP,
    DECLARATION_STEP,
  ],
  mirrors: PERSONAL_INFO.mirrors,
  sections: {
    ...PERSONAL_INFO.sections,
    employment: 'Work & Income',
    coverage: 'Coverage & Premium',
    existingInsurance: 'Existing Insurance & Replacement',
    lifestyle: 'Lifestyle',
    declarations: 'Declarations',
  },
};
