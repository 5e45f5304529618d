import { ask, listWords, step } from '../question-builders.ts';
import type { Condition, WebFormList, WebFormStep } from '../definition.ts';

const HAS_INSURANCE: Condition = { key: 'existingInsurance.hasExisting', is: 'yes' };
const IS_REPLACEMENT: Condition = { key: 'existingInsurance.isReplacement', is: 'yes' };

const POLICIES: WebFormList = {
  ...listWords('existingInsurance.policies'),
  minItems: 1,
  maxItems: 6,
  when: HAS_INSURANCE,
  fields: [
    ask('company', 'text'),
    ask('amount', 'money', { width: 'half' }),
    ask('policyNumber', 'text', { required: false, maxLength: 60, width: 'half' }),
    ask('year', 'number', { required: false, min: 1930, max: 2100, width: 'half' }),
    ask('isReplaced', 'yesno'),
  ],
};

const HELD_STEP = step('existingInsurance', [ask('existingInsurance.hasExisting', 'yesno'), POLICIES]);

const CHANGES_STEP = step('insuranceChanges', [
  ask('existingInsurance.isReplacement', 'yesno', { when: HAS_INSURANCE }),
  ask('existingInsurance.replacementReason', 'textarea', { when: { all: [HAS_INSURANCE, IS_REPLACEMENT] } }),
  ask('existingInsurance.isExchange', 'yesno', { when: { all: [HAS_INSURANCE, IS_REPLACEMENT] } }),
  ask('existingInsurance.wasDeclined', 'yesno'),
  ask('existingInsurance.declinedDetails', 'textarea', {
    when: { key: 'existingInsurance.wasDeclined', is: 'yes' },
  }),
]);

/** Other insurance, and whether it is to be replaced: the question every state's replacement rule asks. */
export const INSURANCE_STEPS: readonly WebFormStep[] = [HELD_STEP, CHANGES_STEP];
