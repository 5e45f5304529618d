import { defineQuestion, step } from '../question-builders.ts';

const QUESTIONS = [
  defineQuestion('lifestyle.hasDrivingViolation', 'yesno'),
  defineQuestion('lifestyle.hasHazardousActivity', 'yesno'),
  defineQuestion('lifestyle.hasFelony', 'yesno'),
  defineQuestion('lifestyle.hasBankruptcy', 'yesno'),
];

/** Risks outside of health. */
export const LIFESTYLE_STEP = step('lifestyle', [
  ...QUESTIONS,
  defineQuestion('lifestyle.details', 'textarea', {
    when: { any: QUESTIONS.map(({ key }) => ({ key, is: 'yes' })) },
  }),
]);
