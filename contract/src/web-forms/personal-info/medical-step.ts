import { ask, choices, step } from '../question-builders.ts';

/** Health questions that every carrier asks. */
export const MEDICAL_STEP = step('medicalHistory', [
  ask('medicalHistory.hasWeightChange', 'yesno'),
  ask('medicalHistory.hasHeartDisease', 'yesno'),
  ask('medicalHistory.hasDiabetes', 'yesno'),
  ask('medicalHistory.hasCancer', 'yesno'),
  ask('medicalHistory.smokeStatus', 'choice', { options: choices('smokeStatus') }),
]);

/** The doctor and what is taken. */
export const DOCTOR_STEP = step('doctor', [
  ask('medicalHistory.primaryPhysician', 'text', { required: false, client: { field: 'name_of_pcp' } }),
  ask('medicalHistory.currentMedications', 'textarea', { required: false }),
]);
