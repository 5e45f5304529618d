import { ask, choices, step } from '../question-builders.ts';
import { BY_DRAFT } from './payment-step.ts';

/** How much is paid and when, and what it is for. */
export const PREMIUMS_STEP = step('premiums', [
  ask('coverage.premiumMode', 'choice', { options: choices('premiumMode'), width: 'half' }),
  ask('coverage.plannedPremium', 'money', { min: 1, max: 1_000_000, width: 'half' }),
  ask('banking.draftDay', 'number', { when: BY_DRAFT, min: 1, max: 28 }),
  ask('banking.draftAuthorized', 'agree', { when: BY_DRAFT }),
  ask('coverage.accounts', 'choice', { options: choices('accounts') }),
  ask('coverage.indexedShare', 'percent', { when: { key: 'coverage.accounts', is: 'Both' } }),
]);
