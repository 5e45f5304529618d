import { choices, defineQuestion, step } from '../question-builders.ts';
import { BY_DRAFT } from './payment-step.ts';

/** Premium amount, frequency and allocation. */
export const PREMIUMS_STEP = step('premiums', [
  defineQuestion('coverage.premiumMode', 'choice', { options: choices('premiumMode'), width: 'half' }),
  defineQuestion('coverage.plannedPremium', 'money', { min: 1, max: 1_000_000, width: 'half' }),
  defineQuestion('banking.draftDay', 'number', { when: BY_DRAFT, min: 1, max: 28 }),
  defineQuestion('banking.draftAuthorized', 'agree', { when: BY_DRAFT }),
  defineQuestion('coverage.accounts', 'choice', { options: choices('accounts') }),
  defineQuestion('coverage.indexedShare', 'percent', { when: { key: 'coverage.accounts', is: 'Both' } }),
]);
