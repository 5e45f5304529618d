import { ask, choices, step } from '../question-builders.ts';
import type { Condition } from '../definition.ts';

const HAS_WORK: Condition = { key: 'personalInfo.employmentStatus', is: ['Employed', 'Self-employed'] };

/** Work and income, from which a carrier judges how much coverage is reasonable. */
export const WORK_STEP = step('employment', [
  ask('employment.occupation', 'text', {
    when: HAS_WORK,
    autocomplete: 'organization-title',
    client: { field: 'occupation' },
  }),
  ask('employment.employer', 'text', {
    when: HAS_WORK,
    autocomplete: 'organization',
    client: { field: 'name_of_employer' },
  }),
  ask('employment.annualIncome', 'money', { width: 'half' }),
  ask('employment.netWorth', 'money', { required: false, width: 'half' }),
  ask('employment.fundsSource', 'choice', { options: choices('fundsSource') }),
]);
