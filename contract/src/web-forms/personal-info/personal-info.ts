import type { WebFormDefinition } from '../definition.ts';
import { localized } from '../question-builders.ts';
import { ADDRESS_STEP, MAIL_STEP } from './address-step.ts';
import { BANKING_STEP } from './banking-step.ts';
import { CONTACT_STEP } from './contact-step.ts';
import { DOCTOR_STEP, MEDICAL_STEP } from './medical-step.ts';
import { BENEFICIARIES_STEP, OWNERSHIP_STEP } from './ownership-step.ts';
import { PERSONAL_STEPS } from './personal-step.ts';

/**
 * The personal information form with every section of 1§3, where personalInfo repeats the address, phone and email of
 * other sections: the person is asked once, and the answer is stored under both keys.
 */
export const PERSONAL_INFO: WebFormDefinition = {
  id: 'personal-info',
  title: localized(({ titles }) => titles['personal-info']),
  description: 'Person, contact, address, beneficiaries, health and bank of a client',
  icon: 'user',
  intro: localized(({ openings }) => openings['personal-info']),
  steps: [
    ...PERSONAL_STEPS,
    CONTACT_STEP,
    ADDRESS_STEP,
    MAIL_STEP,
    OWNERSHIP_STEP,
    BENEFICIARIES_STEP,
    MEDICAL_STEP,
    DOCTOR_STEP,
    BANKING_STEP,
  ],
  mirrors: {
    'personalInfo.primary_phone': 'contactInfo.primary_phone',
    'personalInfo.email': 'contactInfo.email',
    'personalInfo.streetAddress': 'addressInfo.streetAddress',
    'personalInfo.city': 'addressInfo.city',
    'personalInfo.state': 'addressInfo.state',
    'personalInfo.zip': 'addressInfo.zip',
  },
  sections: {
    personalInfo: 'Personal Information',
    contactInfo: 'Contact Information',
    addressInfo: 'Address Information',
    ownership: 'Ownership & Beneficiaries',
    medicalHistory: 'Medical History',
    banking: 'Banking Information',
  },
};
