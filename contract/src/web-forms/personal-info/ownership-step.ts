import { MAX_BENEFICIARIES } from '../../rules.ts';
import type { Condition, WebFormField, WebFormList } from '../definition.ts';
import { choices, defineQuestion, listText, step } from '../question-builders.ts';

const HAS_JOINT_OWNER: Condition = { key: 'ownership.isJointOwner', is: 'yes' };

export const BENEFICIARIES: WebFormList = {
  ...listText('ownership.beneficiaries'),
  minItems: 1,
  maxItems: MAX_BENEFICIARIES,
  total: { key: 'percentage', is: 100 },
  client: 'beneficiaries',
  fields: [
    defineQuestion('name', 'text', { beneficiary: 'name' }),
    defineQuestion('relationship', 'choice', {
      options: choices('relationship'),
      width: 'half',
      beneficiary: 'relationship',
    }),
    defineQuestion('percentage', 'percent', { width: 'half', beneficiary: 'pct' }),
  ],
};

export const IS_OWNER: WebFormField = defineQuestion('ownership.isPrimaryOwner', 'yesno');

/** The joint owner, if there is one. */
export const JOINT_OWNER: readonly WebFormField[] = [
  defineQuestion('ownership.isJointOwner', 'yesno'),
  defineQuestion('ownership.joint_firstName', 'text', {
    when: HAS_JOINT_OWNER,
    maxLength: 100,
    width: 'half',
  }),
  defineQuestion('ownership.joint_lastName', 'text', {
    when: HAS_JOINT_OWNER,
    maxLength: 100,
    width: 'half',
  }),
  defineQuestion('ownership.joint_dateOfBirth', 'date', { when: HAS_JOINT_OWNER, width: 'half' }),
  defineQuestion('ownership.joint_ssn', 'ssn', { when: HAS_JOINT_OWNER, width: 'half' }),
];

export const HAS_SECOND_ADDRESS: WebFormField = defineQuestion(
  'ownership.isSecondaryAddressNotifications',
  'yesno',
);

/** Who owns the policy or account. */
export const OWNERSHIP_STEP = step('ownership', [IS_OWNER, ...JOINT_OWNER]);

/** Who else receives notices, and the beneficiaries. */
export const BENEFICIARIES_STEP = step('beneficiaries', [HAS_SECOND_ADDRESS, BENEFICIARIES]);
