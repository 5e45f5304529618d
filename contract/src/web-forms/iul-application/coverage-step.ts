import { choices, defineQuestion, step } from '../question-builders.ts';

/** The coverage applied for. */
export const COVERAGE_STEP = step('coverage', [
  defineQuestion('coverage.coverageAmount', 'money', { min: 25_000, max: 10_000_000 }),
  defineQuestion('coverage.purpose', 'choice', { options: choices('purpose') }),
  defineQuestion('coverage.deathBenefit', 'choice', { options: choices('deathBenefit') }),
  defineQuestion('coverage.hasWaiver', 'yesno'),
  defineQuestion('coverage.hasChildRider', 'yesno'),
]);
