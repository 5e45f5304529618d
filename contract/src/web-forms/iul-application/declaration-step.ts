import { ask, step } from '../question-builders.ts';

/** What the applicant stands for. */
export const DECLARATION_STEP = step('declarations', [
  ask('declarations.isTrue', 'agree'),
  ask('declarations.isNotGuaranteed', 'agree'),
  ask('declarations.isNotCovered', 'agree'),
]);
