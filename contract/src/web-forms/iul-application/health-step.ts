import type { WebFormQuestion, WebFormStep } from '../definition.ts';
import { DOCTOR_STEP, MEDICAL_STEP } from '../personal-info/medical-step.ts';
import { defineQuestion, localized, step } from '../question-builders.ts';

const yesno = (key: Parameters<typeof defineQuestion>[0]) => defineQuestion(key, 'yesno');

/** A question shared with the personal information form. */
const basic = (name: string) => MEDICAL_STEP.questions.filter(({ key }) => key === `medicalHistory.${name}`);

const HEART: readonly WebFormQuestion[] = [
  ...basic('hasHeartDisease'),
  yesno('medicalHistory.hasHighBloodPressure'),
  yesno('medicalHistory.hasStroke'),
  yesno('medicalHistory.hasMentalIllness'),
];

const ILLNESSES: readonly WebFormQuestion[] = [
  ...basic('hasDiabetes'),
  ...basic('hasCancer'),
  yesno('medicalHistory.hasLungDisease'),
  yesno('medicalHistory.hasOrganDisease'),
  yesno('medicalHistory.hasHiv'),
];

const LAST_TOBACCO = defineQuestion('medicalHistory.lastTobaccoYear', 'number', {
  when: { key: 'medicalHistory.smokeStatus', is: 'Former' },
  min: 1930,
  max: 2100,
});

const HABITS: readonly WebFormQuestion[] = [
  ...basic('hasWeightChange'),
  ...basic('smokeStatus'),
  LAST_TOBACCO,
  yesno('medicalHistory.usesDrugs'),
];

const HOSPITAL: readonly WebFormQuestion[] = [
  yesno('medicalHistory.wasInHospital'),
  yesno('medicalHistory.hasFamilyHistory'),
];

const YES_NO = [...HEART, ...ILLNESSES, ...HABITS, ...HOSPITAL].filter(({ kind }) => kind === 'yesno');

const DETAILS = defineQuestion('medicalHistory.details', 'textarea', {
  when: { any: YES_NO.map(({ key }) => ({ key, is: 'yes' })) },
});

/** The health questions of both forms and those of an underwriter, grouped by topic. */
export const HEALTH_STEPS: readonly WebFormStep[] = [
  {
    ...MEDICAL_STEP,
    title: localized(({ steps }) => steps.heartAndMind),
    questions: HEART,
  },
  step('illnesses', ILLNESSES),
  step('habits', HABITS),
  step('hospital', [...HOSPITAL, DETAILS]),
  DOCTOR_STEP,
];
