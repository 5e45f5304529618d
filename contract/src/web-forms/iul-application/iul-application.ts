import type { WebFormDefinition } from '../definition.ts';
import { ADDRESS_STEP, MAIL_STEP } from '../personal-info/address-step.ts';
import { CONTACT_STEP } from '../personal-info/contact-step.ts';
import { PERSONAL_INFO } from '../personal-info/personal-info.ts';
import { localized } from '../question-builders.ts';
import { BENEFICIARY_STEPS } from './beneficiaries-step.ts';
import { COVERAGE_STEP } from './coverage-step.ts';
import { DECLARATION_STEP } from './declaration-step.ts';
import { HEALTH_STEPS } from './health-step.ts';
import { INSURANCE_STEPS } from './insurance-step.ts';
import { INSURED_STEPS } from './insured-step.ts';
import { LIFESTYLE_STEP } from './lifestyle-step.ts';
import { OWNER_STEPS } from './ownership-step.ts';
import { PAYMENT_STEP } from './payment-step.ts';
import { PREMIUMS_STEP } from './premiums-step.ts';
import { WORK_STEP } from './work-step.ts';

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
