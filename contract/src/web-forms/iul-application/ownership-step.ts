import type { Condition, WebFormField, WebFormStep } from '../definition.ts';
import { HAS_SECOND_ADDRESS, IS_OWNER, JOINT_OWNER } from '../personal-info/ownership-step.ts';
import { choices, defineQuestion, step } from '../question-builders.ts';

const OTHER_OWNER: Condition = { key: 'ownership.isPrimaryOwner', is: 'no' };
const OWNER_IS_PERSON: Condition = { key: 'ownership.owner_type', is: 'Person' };
const SECOND_ADDRESS: Condition = { key: 'ownership.isSecondaryAddressNotifications', is: 'yes' };

const OWNER: readonly WebFormField[] = [
  defineQuestion('ownership.owner_type', 'choice', { when: OTHER_OWNER, options: choices('owner_type') }),
  defineQuestion('ownership.owner_name', 'text', { when: OTHER_OWNER }),
  defineQuestion('ownership.owner_relationship', 'choice', {
    when: { all: [OTHER_OWNER, OWNER_IS_PERSON] },
    options: choices('relationship'),
    width: 'half',
  }),
  defineQuestion('ownership.owner_dateOfBirth', 'date', {
    when: { all: [OTHER_OWNER, OWNER_IS_PERSON] },
    width: 'half',
  }),
  defineQuestion('ownership.owner_ssn', 'ssn', { when: OTHER_OWNER }),
];

const SECOND_ADDRESS_QUESTIONS: readonly WebFormField[] = [
  defineQuestion('ownership.second_name', 'text', { when: SECOND_ADDRESS }),
  defineQuestion('ownership.second_streetAddress', 'text', { when: SECOND_ADDRESS }),
  defineQuestion('ownership.second_city', 'text', { when: SECOND_ADDRESS, maxLength: 100 }),
  defineQuestion('ownership.second_state', 'state', { when: SECOND_ADDRESS, width: 'half' }),
  defineQuestion('ownership.second_zip', 'zip', { when: SECOND_ADDRESS, width: 'half' }),
];

const OWNER_STEP = step('policyOwner', [IS_OWNER, ...OWNER], 'ownership');

/** Who owns the policy, alone or jointly, and who else receives notices. */
export const OWNER_STEPS: readonly WebFormStep[] = [
  OWNER_STEP,
  step('jointOwner', JOINT_OWNER),
  step('notices', [HAS_SECOND_ADDRESS, ...SECOND_ADDRESS_QUESTIONS]),
];
