import type { WebFormField, WebFormList, WebFormStep } from '../definition.ts';
import { BENEFICIARIES } from '../personal-info/ownership-step.ts';
import { defineQuestion, listText, localized, step } from '../question-builders.ts';

/** Beyond name, relationship and percentage a carrier asks for the day of birth, where it is known. */
const FIELDS: readonly WebFormField[] = [
  ...BENEFICIARIES.fields,
  defineQuestion('dateOfBirth', 'date', { required: false, beneficiary: 'dob' }),
];

/** The client's record has places for primary beneficiaries only. */
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

/** Who benefits, and who does in their place. */
export const BENEFICIARY_STEPS: readonly WebFormStep[] = [
  step('primaryBeneficiaries', [PRIMARY], 'beneficiaries'),
  step('contingentBeneficiaries', [CONTINGENT]),
];
