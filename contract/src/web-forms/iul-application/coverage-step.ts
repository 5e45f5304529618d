import { ask, choices, step } from '../question-builders.ts';

/** What is applied for. */
export const COVERAGE_STEP = step('coverage', [
  ask('coverage.coverageAmount', 'money', { min: 25_000, max: 10_000_000 }),
  ask('coverage.purpose', 'choice', { options: choices('purpose') }),
  ask('coverage.deathBenefit', 'choice', { options: choices('deathBenefit') }),
  ask('coverage.hasWaiver', 'yesno'),
  ask('coverage.hasChildRider', 'yesno'),
]);
