import type { Condition } from '../definition.ts';
import { choices, defineQuestion, step } from '../question-builders.ts';

const HAS_WORK: Condition = { key: 'personalInfo.employmentStatus', is: ['Employed', 'Self-employed'] };

/** Work and income, from which a carrier judges how much coverage is reasonable. */
export const WORK_STEP = step('employment', [
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
