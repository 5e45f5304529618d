import type { FormAnswers } from '../answers.ts';

/** A form filled in by a fictional person, for tests and demo data. The numbers are not assigned to anyone. */
export function sampleAnswers(): FormAnswers {
  return {
    personalInfo: {
      firstName: 'Rosa',
      lastName: 'Marín',
      dateOfBirth: '05/31/1961',
      gender: 'Female',
      ssn: '219-09-9999',
      countryOfBirth: 'Colombia',
      usCitizen: 'yes',
      foreignTravel: 'no',
      heightFt: '5',
      heightIn: '4',
      weight: '141',
      isMilitary: 'no',
      employmentStatus: 'Retired',
      validDriversLicense: 'yes',
      mailingDifferentResidential: 'no',
    },
    contactInfo: { primary_phone: '(305) 555-0123', email: 'rosa@example.test' },
    addressInfo: { streetAddress: '12 Palm Way', city: 'Miami', state: 'fl', zip: '33101' },
    ownership: {
      isPrimaryOwner: 'yes',
      isJointOwner: 'no',
      isSecondaryAddressNotifications: 'no',
      beneficiaries: [
        { name: 'Luis Marín', relationship: 'Child', percentage: '33.33' },
        { name: 'Ana Marín', relationship: 'Child', percentage: '33.33' },
        { name: 'Eva Marín', relationship: 'Sibling', percentage: '33.34%' },
      ],
    },
    medicalHistory: {
      hasWeightChange: 'no',
      hasHeartDisease: 'no',
      hasDiabetes: 'yes',
      hasCancer: 'no',
      smokeStatus: 'Never',
      currentMedications: 'Metformin 500 mg, twice a day',
    },
    banking: {
      bankName: 'First Example Bank',
      accountName: 'Rosa Marín',
      accountType: 'Checking',
      routingNumber: '011000015',
      accountNumber: '000123456789',
    },
  };
}
