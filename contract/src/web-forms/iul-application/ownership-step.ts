import { ask, choices, step } from '../question-builders.ts';
import type { Condition, WebFormField, WebFormStep } from '../definition.ts';
import { HAS_SECOND_ADDRESS, IS_OWNER, JOINT_OWNER } from '../personal-info/ownership-step.ts';

const OTHER_OWNER: Condition = { key: 'ownership.isPrimaryOwner', is: 'no' };
const OWNER_IS_PERSON: Condition = { key: 'ownership.owner_type', is: 'Person' };
const SECOND_ADDRESS: Condition = { key: 'ownership.isSecondaryAddressNotifications', is: 'yes' };

const OWNER: readonly WebFormField[] = [
  ask('ownership.owner_type', 'choice', { when: OTHER_OWNER, options: choices('owner_type') }),
  ask('ownership.owner_name', 'text', { when: OTHER_OWNER }),
  ask('ownership.owner_relationship', 'choice', {
    when: { all: [OTHER_OWNER, OWNER_IS_PERSON] },
    options: choices('relationship'),
    width: 'half',
  }),
  ask('ownership.owner_dateOfBirth', 'date', {
    when: { all: [OTHER_OWNER, OWNER_IS_PERSON] },
    width: 'half',
  }),
  ask('ownership.owner_ssn', 'ssn', { when: OTHER_OWNER }),
];

const SECOND_ADDRESS_QUESTIONS: readonly WebFormField[] = [
  ask('ownership.second_name', 'text', { when: SECOND_ADDRESS }),
  ask('ownership.second_streetAddress', 'text', { when: SECOND_ADDRESS }),
  ask('ownership.second_city', 'text', { when: SECOND_ADDRESS, maxLength: 100 }),
  ask('ownership.second_state', 'state', { when: SECOND_ADDRESS, width: 'half' }),
  ask('ownership.second_zip', 'zip', { when: SECOND_ADDRESS, width: 'half' }),
];

const OWNER_STEP = step('policyOwner', [IS_OWNER, ...OWNER], 'ownership');

/** Who owns the policy, alone or with somebody, and who else is told about it. */
export const OWNER_STEPS: readonly WebFormStep[] = [
  OWNER_STEP,
  step('jointOwner', JOINT_OWNER),
  step('notices', [HAS_SECOND_ADDRESS, ...SECOND_ADDRESS_QUESTIONS]),
];
