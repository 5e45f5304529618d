import type { WebFormField, WebFormList, WebFormStep } from '../definition.ts';
import { BENEFICIARIES } from '../personal-info/ownership-step.ts';
import { defineQuestion, listText, localized, step } from '../question-builders.ts';

/** Besides name, relationship and percentage, carriers ask for the birth date if known. */
const FIELDS: readonly WebFormField[] = [
  ...BENEFICIARIES.fields,
  defineQuestion('dateOfBirth', 'date', { required: false, beneficiary: 'dob' }),
];

/** The client record has slots for primary beneficiaries only. */
const { client: _, ...NOT_IN_THE_RECORD } = BENEFICIARIES;

const PRIMARY: WebFormList = {
  ...BENEFICIARIES,
  label: localized(({ questions }) => questions.primaryBeneficiaries),
  fields: FIELDS,
};

const CONTINGENT: WebFormList = {
  ...NOT_IN_THE_RECORD,
  ...listText('ownership.contingentBeneficiaries'),
  minItems: 0,
  fields: FIELDS,
};

/** Primary and contingent beneficiaries. */
export const BENEFICIARY_STEPS: readonly WebFormStep[] = [
  step('primaryBeneficiaries', [PRIMARY], 'beneficiaries'),
  step('contingentBeneficiaries', [CONTINGENT]),
];
