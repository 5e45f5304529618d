import { ask, step } from '../question-builders.ts';

const QUESTIONS = [
  ask('lifestyle.hasDrivingViolation', 'yesno'),
  ask('lifestyle.hasHazardousActivity', 'yesno'),
  ask('lifestyle.hasFelony', 'yesno'),
  ask('lifestyle.hasBankruptcy', 'yesno'),
];

/** Risks outside of health. */
export const LIFESTYLE_STEP = step('lifestyle', [
  ...QUESTIONS,
  ask('lifestyle.details', 'textarea', { when: { any: QUESTIONS.map(({ key }) => ({ key, is: 'yes' })) } }),
]);
