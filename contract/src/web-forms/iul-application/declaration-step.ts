import { defineQuestion, step } from '../question-builders.ts';

/** The applicant's declarations. */
export const DECLARATION_STEP = step('declarations', [
  defineQuestion('declarations.isTrue', 'agree'),
  defineQuestion('declarations.isNotGuaranteed', 'agree'),
  defineQuestion('declarations.isNotCovered', 'agree'),
]);
