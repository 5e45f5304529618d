import { choices, defineQuestion, step } from '../question-builders.ts';

/** Health questions that every carrier asks. */
export const MEDICAL_STEP = step('medicalHistory', [
  defineQuestion('medicalHistory.hasWeightChange', 'yesno'),
  defineQuestion('medicalHistory.hasHeartDisease', 'yesno'),
  defineQuestion('medicalHistory.hasDiabetes', 'yesno'),
  defineQuestion('medicalHistory.hasCancer', 'yesno'),
  defineQuestion('medicalHistory.smokeStatus', 'choice', { options: choices('smokeStatus') }),
]);

/** The doctor and current medications. */
export const DOCTOR_STEP = step('doctor', [
  defineQuestion('medicalHistory.primaryPhysician', 'text', {
    required: false,
    client: { field: 'name_of_pcp' },
  }),
  defineQuestion('medicalHistory.currentMedications', 'textarea', { required: false }),
]);
