import type { Condition, WebFormList, WebFormStep } from '../definition.ts';
import { defineQuestion, listText, step } from '../question-builders.ts';

const HAS_INSURANCE: Condition = { key: 'existingInsurance.hasExisting', is: 'yes' };
const IS_REPLACEMENT: Condition = { key: 'existingInsurance.isReplacement', is: 'yes' };

const POLICIES: WebFormList = {
  ...listText('existingInsurance.policies'),
  minItems: 1,
  maxItems: 6,
  when: HAS_INSURANCE,
  fields: [
    defineQuestion('company', 'text'),
    defineQuestion('amount', 'money', { width: 'half' }),
    defineQuestion('policyNumber', 'text', { required: false, maxLength: 60, width: 'half' }),
    defineQuestion('year', 'number', { required: false, min: 1930, max: 2100, width: 'half' }),
    defineQuestion('isReplaced', 'yesno'),
  ],
};

const EXISTING_INSURANCE_STEP = step('existingInsurance', [
  defineQuestion('existingInsurance.hasExisting', 'yesno'),
  POLICIES,
]);

const CHANGES_STEP = step('insuranceChanges', [
  defineQuestion('existingInsurance.isReplacement', 'yesno', { when: HAS_INSURANCE }),
  defineQuestion('existingInsurance.replacementReason', 'textarea', {
    when: { all: [HAS_INSURANCE, IS_REPLACEMENT] },
  }),
  defineQuestion('existingInsurance.isExchange', 'yesno', { when: { all: [HAS_INSURANCE, IS_REPLACEMENT] } }),
  defineQuestion('existingInsurance.wasDeclined', 'yesno'),
  defineQuestion('existingInsurance.declinedDetails', 'textarea', {
    when: { key: 'existingInsurance.wasDeclined', is: 'yes' },
  }),
]);

/** Other insurance and whether it will be replaced, as required by every state's replacement rules. */
export const INSURANCE_STEPS: readonly WebFormStep[] = [EXISTING_INSURANCE_STEP, CHANGES_STEP];
