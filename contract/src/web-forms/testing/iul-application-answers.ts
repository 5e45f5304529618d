import type { FormAnswers } from '../answers.ts';
import { sampleAnswers as samplePerson } from './personal-info-answers.ts';

const EMPLOYMENT = {
  occupation: 'Baker',
  employer: 'Marín Bakery',
  annualIncome: '84,500',
  netWorth: '310000',
  fundsSource: 'Income',
};

const EXISTING_INSURANCE = {
  hasExisting: 'yes',
  policies: [
    { company: 'Example Life', amount: '100,000', policyNumber: 'EL-20417', year: '2009', isReplaced: 'yes' },
  ],
  isReplacement: 'yes',
  replacementReason: 'The term ends next year.',
  isExchange: 'no',
  wasDeclined: 'no',
};

const NO_RISKS = {
  hasDrivingViolation: 'no',
  hasHazardousActivity: 'no',
  hasFelony: 'no',
  hasBankruptcy: 'no',
};

/** An application filled in by a fictional person, for tests and demo data. */
export function sampleAnswers(): FormAnswers {
  const person = samplePerson();
  return {
    ...person,
    personalInfo: { ...person.personalInfo, employmentStatus: 'Self-employed' },
    employment: EMPLOYMENT,
    coverage: {
      coverageAmount: '$500,000',
      purpose: 'Family protection',
      deathBenefit: 'Level',
      premiumMode: 'Monthly',
      plannedPremium: '412.50',
      accounts: 'Both',
      indexedShare: '80',
      hasWaiver: 'yes',
      hasChildRider: 'no',
    },
    ownership: {
      ...person.ownership,
      beneficiaries: [
        { name: 'Luis Marín', relationship: 'Child', percentage: '50', dateOfBirth: '02/03/1988' },
        { name: 'Ana Marín', relationship: 'Child', percentage: '50', dateOfBirth: '' },
      ],
      contingentBeneficiaries: [
        { name: 'Eva Marín', relationship: 'Sibling', percentage: '100', dateOfBirth: '' },
      ],
    },
    existingInsurance: EXISTING_INSURANCE,
    medicalHistory: {
      ...person.medicalHistory,
      hasHighBloodPressure: 'no',
      hasStroke: 'no',
      hasLungDisease: 'no',
      hasOrganDisease: 'no',
      hasMentalIllness: 'no',
      hasHiv: 'no',
      usesDrugs: 'no',
      wasInHospital: 'no',
      hasFamilyHistory: 'no',
      details: 'Diabetes type 2 since 2015, treated with medicine.',
      smokeStatus: 'Former',
      lastTobaccoYear: '1994',
    },
    lifestyle: NO_RISKS,
    banking: { ...person.banking, paymentMethod: 'Bank draft', draftDay: '15', draftAuthorized: 'yes' },
    declarations: { isTrue: 'yes', isNotGuaranteed: 'yes', isNotCovered: 'yes' },
  };
}
